"""What Vacancy knows and decides: values and pure functions, without input, output, clock or chance."""
