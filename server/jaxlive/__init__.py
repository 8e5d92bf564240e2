"""The engine of a talk whose claims can be clicked."""
