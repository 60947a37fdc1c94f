"""Generated inputs to what each command calls, in process: whatever comes in, a sentence comes out."""
