import pg from 'pg'
import { changeActions, withoutBefore } from '../../src/contract/audit-changes.ts'
import { auditActions } from '../../src/contract/audit-words.ts'

const decided = new Set<string>([...changeActions, ...Object.keys(withoutBefore)])
/** What people do themselves, and what happens by time. */
export const othersActions = Object.keys(auditActions).filter((action) => !decided.has(action))

/** In the databases of all tests: no row of a change without before and after, and none of an operator that is not decided about. */
export async function ruleAuditRows(ownerUrl: string): Promise<void> {
  const list = (actions: readonly string[]) =>
    `array[${actions.map((action) => `'${action}'`).join(', ')}]`
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`
    create schema test_rules;
    create function test_rules.check_audit_row() returns trigger language plpgsql as $$
    begin
      if new.action = any (${list(changeActions)}) and not (new.details ?& array['before', 'after']) then
        raise exception 'The log’s row % has no before and after', new.action;
      end if;
      if new.actor_kind = 'operator' and new.action = any (${list(othersActions)}) then
        raise exception 'An operator wrote % to the log, of which contract/audit-changes.ts decides nothing', new.action;
      end if;
      return null;
    end $$;
    create trigger check_audit_row after insert on audit_log for each row execute function test_rules.check_audit_row()`)
  await client.end()
}
