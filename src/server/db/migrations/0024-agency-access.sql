-- Links that set an agency user's password, sign-ons under way, and agencies that are no more: their people are let in no longer.
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('user-session', 'agency-session', 'admin-login',
  'reward', 'recipient', 'set-password', 'agency-password', 'single-sign-on', 'confirm-recipient', 'own-referral',
  'newsletter', 'invitation', 'api-key'));
alter table agencies drop constraint agencies_state_check;
alter table agencies add constraint agencies_state_check check (state in ('registered', 'active', 'inactive', 'closed'));
create index agency_users_by_agency on agency_users (tenant, agency_id, last_name, user_id);
alter table consents drop constraint consents_subject_kind_check;
alter table consents add constraint consents_subject_kind_check
  check (subject_kind in ('account', 'referral', 'recipient', 'visitor', 'agency-user'));
