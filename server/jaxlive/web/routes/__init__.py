"""The routes of `/api`, one file per resource."""
