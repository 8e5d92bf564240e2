"""Which passes change which function."""

from experiments.compilation.passes import PassesParams, passes
from jaxlive import Passes
from tests.experiments.running import Results


def changed(function: str) -> tuple[Passes, list[str], Results]:
    results = Results(passes(PassesParams.model_validate({"function": function})))
    block = results.passes(function)
    return block, [one.name for one in block.passes if one.change], results


def test_fusion_alone_makes_the_chain_one_kernel() -> None:
    block, names, results = changed("chain")
    assert "fusion" in names
    assert block.passes[-1].fusions == 1
    fusions = [one.fusions for one in block.passes]
    assert fusions == sorted(fusions)
    assert results.notes == [f"Of {len(block.passes)} passes these changed the program: {', '.join(names)}."]


def test_attention_is_simplified_folded_and_fused_in_that_order() -> None:
    block, names, _ = changed("attention")
    order = [names.index(name) for name in ("algsimp", "transpose-folding", "fusion")]
    assert order == sorted(order)
    assert block.first
    assert block.last
    assert "divide" in block.first.text
    assert "transpose(" in block.first.text
    assert "transpose(" not in block.last.text


def test_a_division_by_a_constant_becomes_a_multiplication_of_its_line() -> None:
    block, *_ = changed("attention")
    change = next(one.change for one in block.passes if one.name == "algsimp" and one.change)
    rows = dict(zip(change.text.splitlines(), change.lines, strict=True))
    added = [line for row, line in rows.items() if row.startswith("+") and " multiply(" in row]
    source = dict(zip(block.python.lines, block.python.text.splitlines(), strict=True))
    assert any("/ 8" in source[line] for line in added if line)


def test_a_loop_is_copied_by_passes_of_its_own() -> None:
    block, names, _ = changed("scan")
    assert "call-inliner" in names
    assert any("copies" in name for name in names)
    assert block.last
    assert " while(" in block.last.text
