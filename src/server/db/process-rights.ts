// What each kind of process lacks of the app's rights, where it has a login of its own (decision 912). What stands here it never does; all else
// it has as `zuspruch_app` does, so a migration grants to that role alone.

type Lacks = {
  insert: string[]
  update: string[]
  delete: string[]
  /** Columns that it does not change. */
  columns?: Record<string, string[]>
  /** Kinds of tokens that it does not issue. */
  tokens?: string[]
}

const sessions = ['user-session', 'agency-session', 'partner-session', 'operator-session']
/** What a token is, and what opens it, is written once. */
const written = ['hash', 'key_id', 'created_at']

/** Catalogue, agents, texts, pictures, commission plans: written by the command line, and by jobs that fetch them. */
const brought = ['agents', 'agent_tokens', 'commission_plans', 'content_entries', 'pictures']
const fetched = ['fixed_line_products', 'mobile_offers', 'product_feeds']
/** What jobs work out. */
const workedOut = [
  'books_sums',
  'deletion_counts',
  'funnel_closed',
  'funnel_days',
  'operator_notices',
  'report_counts',
  'report_lists',
  'seller_figures',
  'seller_norms',
  'voucher_alarms',
]
/** Who somebody is and what they say: people themselves, before a page. */
const people = [
  'accounts',
  'bank_accounts',
  'claims',
  'clicks',
  'consents',
  'consent_texts',
  'operator_passkeys',
  'operator_views',
  'passkeys',
  'payout_account_changes',
  'presences',
  'recipients',
  'referrals',
  'review_questions',
  'voucher_orders',
]
/** What somebody begins or says on the console. */
const begun = ['bank_uploads', 'bonus_plans', 'idempotency_keys', 'order_decisions', 'person_notes']

export const processRoles: Record<string, Lacks> = {
  zuspruch_web: {
    // Payments are made by the worker, of what people approved here.
    insert: ['payouts', 'payout_batches', ...brought, ...fetched, ...workedOut],
    update: [
      'agents',
      'pictures',
      ...fetched,
      'deletion_counts',
      'funnel_closed',
      'funnel_days',
      'operator_notices',
      'report_lists',
    ],
    // What ends with its years, and what the relay takes.
    delete: [
      'agent_tokens',
      'bank_files',
      'bank_lines',
      'claim_files',
      'consent_proofs',
      'consent_texts',
      'content_entries',
      'event_counts',
      'operator_passkeys',
      'operator_visits',
      'outbox',
      'payout_batches',
      'payout_proposal_items',
      'payout_proposals',
      'payouts',
      'report_deltas',
      'tenant_pictures',
      ...workedOut.filter((table) => !['funnel_closed', 'operator_notices'].includes(table)),
    ],
    columns: { tokens: written },
  },
  zuspruch_worker: {
    insert: [
      ...people,
      ...begun,
      ...brought,
      'agencies',
      'agency_users',
      'goodwill_requests',
      'invitations',
      'objections',
      'operator_grants',
      'operators',
      // Nobody is paid by what the worker alone says.
      'payout_approval_flags',
      'payout_approvals',
      'repayments',
      'sales_partners',
      'selections',
    ],
    update: [
      'agencies',
      'agency_users',
      'agents',
      'bank_accounts',
      'bonus_plans',
      'goodwill_requests',
      'idempotency_keys',
      'operator_grants',
      'operator_passkeys',
      'operator_views',
      'order_decisions',
      'passkeys',
      'pictures',
      'presences',
      'review_questions',
    ],
    delete: ['agent_tokens', 'content_entries'],
    columns: { accounts: ['email', 'password_hash'], tokens: [...written, 'kind'] },
    tokens: [
      ...sessions,
      'admin-login',
      'api-key',
      'operator-command',
      'operator-invitation',
      'operator-token',
      'owner-login',
      'passkey-challenge',
      'second-factor',
    ],
  },
  zuspruch_cli: {
    insert: [
      ...people,
      ...begun,
      'deletion_counts',
      'funnel_closed',
      'funnel_days',
      'operator_notices',
      'rate_limits',
      'seller_figures',
      'seller_norms',
      'selections',
      'voucher_alarms',
    ],
    update: [
      'bank_accounts',
      'bank_uploads',
      'bonus_plans',
      'deletion_counts',
      'funnel_closed',
      'funnel_days',
      'idempotency_keys',
      'operator_passkeys',
      'operator_views',
      'order_decisions',
      'passkeys',
      'payout_account_changes',
      'presences',
      'rate_limits',
      'review_questions',
      'selections',
    ],
    delete: [
      'consent_proofs',
      'operator_passkeys',
      'operator_visits',
      'outbox',
      'presences',
      'rate_limits',
      'referrals',
    ],
    columns: { tokens: [...written, 'kind'] },
    tokens: [...sessions, 'passkey-challenge'],
  },
}
