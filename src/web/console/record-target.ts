import { recordRights } from '../../contract/console-words.ts'
import type { ConsolePage } from '../../contract/console-pages.ts'
import type { PageOperator } from '../../contract/page-operator.ts'
import { mayAt, type OperatorSubject } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { PageTarget } from '../runtime/page-link.tsx'

type Target = {
  page: ConsolePage
  named?: string
  of?: (id: string) => string
  needs: OperatorSubject
}

/** The pages that show what the log is about; `named`: the record in their address, and `of` which one. */
const targets: Record<string, Target> = {
  account: { page: 'ConsolePerson', named: 'person', needs: recordRights.account },
  recipient: { page: 'ConsolePerson', named: 'person', needs: recordRights.recipient },
  invitation: { page: 'ConsolePerson', named: 'person', needs: 'people' },
  order: { page: 'ConsoleOrders', named: 'auftrag', needs: recordRights.order },
  'order-file': { page: 'ConsoleOrderFiles', named: 'datei', needs: 'orders' },
  'bank-upload': { page: 'ConsoleBankUploads', named: 'datei', needs: 'payouts' },
  reward: { page: 'ConsoleRewards', named: 'praemie', needs: recordRights.reward },
  claim: { page: 'ConsoleClaims', named: 'meldung', needs: recordRights.claim },
  agency: { page: 'ConsoleAgency', named: 'agentur', needs: recordRights.agency },
  'sales-partner': {
    page: 'ConsolePartner',
    named: 'partner',
    needs: recordRights['sales-partner'],
  },
  invoice: { page: 'ConsoleInvoices', named: 'dokument', needs: recordRights.invoice },
  'partner-note': {
    page: 'ConsoleInvoices',
    named: 'dokument',
    needs: recordRights['partner-note'],
  },
  'payout-account': { page: 'ConsolePayoutAccount', needs: 'payout-account' },
  'payout-proposal': { page: 'ConsolePayout', named: 'auszahlung', needs: 'payouts' },
  // A file is called after its payout, from the second on with a number.
  'payout-batch': {
    page: 'ConsolePayout',
    named: 'auszahlung',
    of: (id) => id.replace(/^(\d+-[^-]+)-\d+$/, '$1'),
    needs: 'payouts',
  },
  mail: { page: 'ConsoleMails', named: 'mail', needs: 'operations' },
  job: { page: 'ConsoleOperations', needs: 'operations' },
  operator: { page: 'ConsoleTeam', needs: 'team' },
  tenant: { page: 'ConsoleSettings', needs: 'settings' },
}

/** The page of what a row of the log is about; null where there is none, or the operator may not see it. */
export function recordTarget(
  { kind, id }: { kind: string; id: string },
  place: Pick<PageOperator['places'][number], 'tenant' | 'roles'> | null,
): PageTarget | null {
  const target = Object.hasOwn(targets, kind) ? targets[kind] : undefined
  if (!target || !place || !mayAt(place.roles, place.tenant, ['read', target.needs])) return null
  const mandant = place.tenant
  if (mandant === platformCode && kind === 'tenant')
    return { page: 'ConsoleTenant', values: { mandant, code: id } }
  const named = target.of?.(id) ?? id
  return {
    page: target.page,
    values: { mandant, ...(target.named ? { [target.named]: named } : {}) },
  }
}
