/**
 * Where the rows of each table are on a database of several nodes (Citus): a tenant's on one node, by `tenant`, beside each other; those of the
 * whole installation on every node, or on the coordinator alone. test/safety.test.ts holds it against the schema.
 */
export const distribution = {
  byTenant: `
    accounts agencies agency_users agent_tokens agents audit_heads audit_log bank_accounts bank_books bank_files bank_line_bookings
    bank_line_payouts bank_lines bank_uploads bonus_plans books_checks books_files books_month_waits books_months books_sums campaigns
    claim_files claims clawbacks clicks commission_plans commission_postings consent_proofs consent_texts consents content_copies
    content_entries deletion_counts ended_referrals event_counts fixed_line_products funnel_closed funnel_days goodwill_requests idempotency_keys invitations
    invoice_counters invoice_lines invoice_payments invoice_reminders invoice_runs invoice_set_offs invoices ledger_postings mails
    mobile_offers objections operator_grants operator_notices operator_passkeys operator_views operator_visits operators order_decisions
    order_import_errors order_imports orders outbox papers partner_note_counters partner_note_lines partner_note_postings
    partner_note_runs partner_notes partner_orders passkeys payee_checks payout_account_changes payout_approval_flags payout_approvals
    payout_batches payout_proposal_items payout_proposals payouts person_notes pictures presences product_feeds products rate_limits
    recipients referrals repayments report_counts report_deltas report_lists report_rows report_steps review_cases review_questions
    reward_bank_data reward_options rewards sales_partners selection_items selections seller_figures seller_norms tenant_pictures
    tenant_secrets tenants tokens unmatched_orders voucher_alarms voucher_orders vouchers`
    .trim()
    .split(/\s+/),
  everywhere: ['clock', 'secret_keys'],
  onCoordinator: ['kysely_migration', 'kysely_migration_lock'],
}

/**
 * Functions that work with the owner's rights on the rows of the tenant in their first argument: run whole on the tenant's node, within the
 * caller's transaction there. Anywhere else the owner's connection would not see what the caller has written.
 */
export const onTenantsNode = [
  'append_audit',
  'confirm_reported_order',
  'delete_draft_tenant',
  'move_unowned_referrals',
  'prove_consents',
]
