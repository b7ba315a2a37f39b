-- What visitors say to cookies is kept as proof like every other consent: the subject is the random id in their consent cookie.
alter table consents drop constraint consents_subject_kind_check;
alter table consents add constraint consents_subject_kind_check
  check (subject_kind in ('account', 'referral', 'recipient', 'visitor'));
-- Found by the sweep that forgets old ones.
create index consents_of_visitors on consents (tenant, at) where subject_kind = 'visitor';
