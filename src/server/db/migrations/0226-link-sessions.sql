-- What a mailed link's press begins: a short session, whose subject is the link's token_id.
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in (
  'user-session', 'agency-session', 'partner-session', 'api-key',
  'set-password', 'agency-password', 'partner-password', 'new-email', 'old-email',
  'admin-login', 'owner-login', 'single-sign-on',
  'reward', 'recipient', 'confirm-recipient', 'own-referral', 'newsletter', 'invitation',
  'operator-session', 'operator-invitation', 'operator-token', 'operator-command', 'passkey-challenge', 'second-factor', 'review-answer',
  'address-proof', 'recipient-session', 'reward-session'));
