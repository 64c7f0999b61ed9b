-- What is over is found by its end, so that removing it costs the same however much there is.
CREATE INDEX step_up_proofs_by_end ON step_up_proofs (expires_at);
CREATE INDEX two_factor_setups_by_end ON two_factor_setups (expires_at);
