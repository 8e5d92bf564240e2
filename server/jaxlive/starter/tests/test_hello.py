from experiments.hello import HelloParams, hello


def test_the_slope_of_a_square_is_twice_its_argument():
    (shown,) = hello(HelloParams(x=3.0))
    assert [(item.name, item.data) for item in shown.items] == [("square", 9.0), ("slope", 6.0)]
