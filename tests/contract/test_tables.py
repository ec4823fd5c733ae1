"""Arrays of results have the columns of their table."""

import numpy as np
import pytest
import result_table
import result_templates

import sepax

ARRAYS = [result for result in result_table.results() if result.array]


def test_generated_files_say_so() -> None:
    for path, text in result_templates.files().items():
        assert result_templates.MADE in text.partition("\n")[0], path


@pytest.mark.parametrize("result", ARRAYS, ids=lambda result: result.name)
def test_arrays_have_the_columns_of_the_table(result: result_table.Result) -> None:
    arrays = getattr(sepax, result.array).empty(3)
    assert list(arrays._layout) == [column.name for column in result.in_arrays]
    for column in result.in_arrays:
        array = getattr(arrays, column.name)
        assert array.shape == (3, *column.shape)
        assert array.dtype == np.dtype(column.dtype)
