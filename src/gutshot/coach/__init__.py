"""The coach: advice, grades and their explanation for one decision."""
