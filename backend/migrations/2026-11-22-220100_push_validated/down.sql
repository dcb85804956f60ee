-- A constraint that is valid stays so.
SELECT;
