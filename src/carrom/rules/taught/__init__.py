"""What a person learns beside the clauses, one idea a file: equipment, technique, officials, time and conduct."""
