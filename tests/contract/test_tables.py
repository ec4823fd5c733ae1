"""Arrays of results have the columns of their table."""

import numpy as np
import pytest
import result_table
import result_templates

import sepax

ARRAYS = [result for result in result_table.results() if result.array]
ROWS = [result for result in ARRAYS if result.array != "Slides"]  # which has lists as well


def test_generated_files_say_so() -> None:
    for path, text in result_templates.files().items():
        assert result_templates.MADE in text.partition("\n")[0], path


@pytest.mark.parametrize("result", ROWS, ids=lambda result: result.name)
def test_arrays_have_the_columns_of_the_table(result: result_table.Result) -> None:
    arrays = getattr(sepax, result.array).empty(3)
    assert list(arrays._layout) == [column.name for column in result.in_arrays]
    for column in result.in_arrays:
        array = getattr(arrays, column.name)
        assert array.shape == (3, *column.shape)
        assert array.dtype == np.dtype(column.dtype)


def test_slides_have_the_columns_of_the_table() -> None:
    (result,) = (result for result in ARRAYS if result.array == "Slides")
    balls = sepax.ShapeArray.circles([(0, 0), (9, 0), (0, 9)], 1)
    slides = sepax.move_and_slide(balls, sepax.Polygon.box(2, 8, position=(5, 0)), (8, 2))
    assert list(slides._layout) == [column.name for column in result.in_arrays]
    assert slides.position.shape == slides.remainder.shape == (3, 2)
    assert slides.offsets.tolist() == [0, 1, 1, 1]
    assert slides.offsets.dtype == slides.indices.dtype == np.intp
    assert len(slides.impacts) == len(slides.indices) == 1
