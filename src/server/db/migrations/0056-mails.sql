-- How a voucher is redeemed, how long it is good and under which terms, for the mail that brings its code (docs/decisions.md, 293). Null: said nowhere.
alter table reward_options add column voucher jsonb;
-- Whether somebody wants a mail at each step of a recommendation.
alter table accounts add column step_mails boolean not null default false;
