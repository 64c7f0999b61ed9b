-- The rights of the application. It reads all data that it serves and writes all that is not money. It reaches money
-- only by functions that run with their owner's rights, above all those of server/money/ledger/calls.sql.

REVOKE ALL ON SCHEMA public, ledger FROM PUBLIC;
GRANT USAGE ON SCHEMA public, ledger TO et_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public, ledger FROM et_app, PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public, ledger FROM et_app, PUBLIC;

GRANT SELECT ON ALL TABLES IN SCHEMA public, ledger TO et_app;
GRANT EXECUTE ON FUNCTION public.search_grams, public.inner_grams, public.rare_grams, public.amend_sign_up, public.confirm_address, public.comparable_address TO et_app;
GRANT EXECUTE ON FUNCTION public.ask_email_change, public.drop_email_change, public.confirm_email_change, public.has_changed_email,
  public.forget_expired_email_changes TO et_app;
GRANT EXECUTE ON FUNCTION public.ask_closure, public.drop_closure, public.close_due_account, public.closure_obstacles TO et_app;
GRANT EXECUTE ON FUNCTION public.is_open, public.invite_first_administrator, public.invite_administrator, public.revoke_invitation,
  public.register_administrator, public.change_duty, public.change_administrator_status TO et_app;
-- These functions only read, or refuse.
GRANT EXECUTE ON FUNCTION ledger.judge_caller, ledger.find_session, ledger.judge_session, ledger.refuse_other_duty, ledger.buy_terms, ledger.refuse_person, ledger.refuse, ledger.forecast,
  ledger.would_repay, ledger.debt_of, ledger.reversed_coins, ledger.forecast_reversal, ledger.first_purchase_after, ledger.reversal_worth, ledger.reversal_notice, ledger.refuse_reversing,
  ledger.reserved_amount, ledger.is_open_amount, ledger.referral_reward, ledger.comparable_hash, ledger.quotient, ledger.worth, ledger.worth_of, ledger.correction_worth, ledger.paid_part TO et_app;
GRANT EXECUTE ON FUNCTION ledger.policy_subject, ledger.recent_worth, ledger.judge_worth, ledger.is_beneficiary, ledger.automatic_worth, ledger.lone_delay, ledger.lone_ready_at,
  ledger.approval_outlook, ledger.change_ready_at, ledger.may_approve_change, ledger.gives_too_much, ledger.change_outlook,
  ledger.change_needs_second, ledger.is_setting_up, ledger.settings_subject, ledger.has_second_person, ledger.may_confirm, ledger.is_waiting_change, ledger.change_duties, ledger.may_approve, ledger.earlier_uses,
  public.status_needs_second TO et_app;
GRANT EXECUTE ON FUNCTION ledger.fresh_commands, ledger.missing_entries, ledger.decided_between, ledger.report_lines, ledger.fresh_entries, ledger.fresh_decided, ledger.is_outgoing, ledger.waits_since, ledger.is_closed TO et_app;
GRANT EXECUTE ON FUNCTION ledger.concerned, ledger.needs_proof, ledger.approval_warnings, ledger.wallet_change_before, ledger.same_files, ledger.same_payments,
  ledger.sender_of, ledger.other_claimants, ledger.candidate_transfers, ledger.deposit_evidence TO et_app;
GRANT INSERT (user_id, address), DELETE ON sending_addresses TO et_app;
-- These functions take the token of the caller's session. Those behind them take an id, and are the owner's alone.
GRANT EXECUTE ON FUNCTION ledger.quote_buy, ledger.submit_request, ledger.make_request, ledger.take_back, ledger.make_decision, ledger.cancel_request, ledger.decide_request, ledger.reverse_request, ledger.adjust_balance, ledger.change_settings,
  ledger.ask_for_slip, ledger.replace_slip, ledger.change_policy, ledger.save_package, ledger.delete_package, ledger.decide_change, ledger.record_payouts, ledger.fail_payout,
  ledger.refund_transfer, ledger.stop_automatic_approval
  TO et_app;
-- The final logs that the watcher has kept decide what this one does.
GRANT EXECUTE ON FUNCTION ledger.match_payouts, ledger.is_tron_address TO et_app;
GRANT UPDATE (attempts, asked_at, due_at, problem, outcome, block_number, block_time, judged_at) ON public.payout_transactions TO et_app;
GRANT INSERT (hash, log_index, contract, is_token, from_address, to_address, units) ON public.payout_logs TO et_app;
-- Time alone decides what these do.
GRANT EXECUTE ON FUNCTION ledger.expire_buy, ledger.approve_by_policy, ledger.roll_up, ledger.seed_packages, public.purge_uploads, public.purge_logins, public.purge_slips TO et_app;
GRANT EXECUTE ON FUNCTION ledger.begin_verification, ledger.verify, ledger.take_unmailed_findings, ledger.release_finding TO et_app;
GRANT EXECUTE ON FUNCTION ledger.hold_of, ledger.is_new_device, ledger.stop_outgoing, ledger.lift_stop TO et_app;
GRANT EXECUTE ON FUNCTION ledger.address_usable_from, ledger.maturing_of TO et_app;
DO $$
BEGIN
  IF to_regprocedure('public.uuidv7()') IS NOT NULL THEN
    EXECUTE 'GRANT EXECUTE ON FUNCTION public.uuidv7() TO et_app';
  END IF;
END
$$;

-- A new profile is a member's, and inactive until its address is confirmed. An administrator is made by an invitation, and a function of administrators.sql.
-- A person's email, member id, role, referrer, package and first purchase are set once, or by the ledger alone. So the
-- application may not update them.
GRANT INSERT (id, full_name, email, member_id, referral_code, contact_number, country, state, city, area,
              referred_by_id, package_id, added_by) ON profiles TO et_app;
GRANT UPDATE (status, full_name, contact_number, country, state, city, area, wallet_address, wallet_link, usdt_qr_code_url, updated_at)
  ON profiles TO et_app;
-- The address of a member is confirmed by public.confirm_address alone, which takes the token of a mailed link.
GRANT INSERT (user_id, password_hash, language), UPDATE (password_hash, password_changed_at, language) ON credentials TO et_app;
GRANT INSERT, UPDATE (last_active_at), DELETE ON sessions TO et_app;
GRANT INSERT, UPDATE (token_hash, expires_at), DELETE ON step_up_proofs TO et_app;
GRANT INSERT, UPDATE (last_step), DELETE ON two_factor TO et_app;
GRANT INSERT, UPDATE (secret, expires_at), DELETE ON two_factor_setups TO et_app;
GRANT INSERT, DELETE ON recovery_codes TO et_app;
GRANT EXECUTE ON FUNCTION public.has_two_factor TO et_app;
GRANT INSERT (user_id, credential_id, public_key, counter, name), UPDATE (name, counter, last_used_at), DELETE ON passkeys TO et_app;
GRANT INSERT, UPDATE (expires_at), DELETE ON passkey_challenges TO et_app;
GRANT INSERT, UPDATE (used_at), DELETE ON email_tokens TO et_app;
GRANT INSERT, UPDATE (full_at), DELETE ON rate_limits TO et_app;
GRANT INSERT (user_id, key, fingerprint), UPDATE (answer), DELETE ON answered_calls TO et_app;
GRANT INSERT, UPDATE (last_used_at), DELETE ON known_devices TO et_app;
GRANT INSERT (user_id, old_address, new_address) ON wallet_changes TO et_app;
GRANT INSERT (user_id, address), DELETE ON wallet_addresses TO et_app;
GRANT INSERT ON login_history, uploads TO et_app;
-- The log itself sets the time of a record.
GRANT INSERT (actor_id, action, subject_id, ip_address, detail) ON audit_events TO et_app;
GRANT INSERT, UPDATE (admin_id, last_number, last_active_at, user_unread_count, admin_unread_count, reply_due_at) ON chat_conversations TO et_app;
GRANT INSERT ON chat_messages TO et_app;
-- A file is stored once, and a message takes it. Only public.purge_uploads removes one, and none that a message has.
GRANT INSERT (user_id, sender_id, path, mime_type, size_bytes, sha256, width, height), UPDATE (message_id, position, name) ON chat_files TO et_app;
-- The sweep forgets the paths of removed files once no backup names them. The database itself notes them.
GRANT DELETE ON removed_files TO et_app;
-- A member's notices are the ledger's; the application notes how far they are read.
GRANT UPDATE (read_number) ON notice_boxes TO et_app;
GRANT DELETE, UPDATE (attempts, due_at, failed_at, reason) ON notice_mails TO et_app;
GRANT INSERT, UPDATE (decisions, coins, rewards, payouts, chat) ON mail_preferences TO et_app;
GRANT INSERT (public_key, private_key) ON push_keys TO et_app;
GRANT INSERT, UPDATE (endpoint), DELETE ON push_subscriptions TO et_app;
GRANT UPDATE (due_at, attempts), DELETE ON push_wakes TO et_app;
GRANT INSERT (mail, owner_id), UPDATE (mail, request_id, attempts, due_at, failed_at, reason), DELETE ON mail_outbox TO et_app;
-- The times and failures of the work that servers do by themselves. They decide nothing about money.
GRANT INSERT (name, every_seconds), UPDATE, DELETE ON jobs TO et_app;
GRANT INSERT (purpose, title, content), UPDATE (title, content), DELETE ON saved_replies TO et_app;
GRANT INSERT (user_id, request_id, author_id, content) ON admin_notes TO et_app;
-- Figures about decisions, and notes of the mails about late ones. Neither decides anything.
GRANT INSERT, UPDATE (decisions, half_seconds, most_seconds, measured_at) ON decision_times TO et_app;
GRANT INSERT (user_id, request_id) ON escalations TO et_app;
-- The wishes of administrators for mails about new requests, and what they were told.
GRANT INSERT, UPDATE (rhythm, told, due_at), DELETE ON request_digests TO et_app;
-- Notes of administrators among themselves: who looks at a request, and who has it.
GRANT INSERT, UPDATE (until), DELETE ON request_looks TO et_app;
GRANT INSERT (user_id, request_id, assignee_id), UPDATE (assignee_id, assigned_at), DELETE ON request_assignments TO et_app;
-- The watcher of the chain adds final transfers, and neither changes nor removes one.
GRANT EXECUTE ON FUNCTION public.was_deposit_address, public.is_own_move TO et_app;
GRANT INSERT (hash, hint_units, listed_for, first_seen, due_at),
      UPDATE (hint_units, listed_for, attempts, due_at, problem, outcome, judged_at) ON chain_transactions TO et_app;
GRANT INSERT ON chain_transfers TO et_app;
GRANT INSERT, UPDATE (read_until, started_for, reached, fingerprint, asked_at, ended_at) ON chain_sweeps TO et_app;
GRANT UPDATE (holder, lease_until, waiting_until) ON chain_watch TO et_app;
GRANT UPDATE (used_at) ON chain_calls TO et_app;
GRANT INSERT, UPDATE (units, block_number, block_time, checked_at, problem, problem_at) ON treasury_balances TO et_app;
GRANT UPDATE (begun_at) ON treasury_checks TO et_app;
