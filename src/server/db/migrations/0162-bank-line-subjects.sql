-- Lines by what they are of: the way of a reward's money goes from the reward to them.
create index bank_lines_by_subject on bank_lines (tenant, subject) where subject is not null;
