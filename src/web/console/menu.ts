import {
  Activity,
  Banknote,
  BookOpenCheck,
  Building2,
  CalendarCheck,
  ClipboardList,
  Coins,
  FileQuestion,
  Gift,
  Handshake,
  HeartHandshake,
  Landmark,
  ReceiptText,
  Scale,
  ScrollText,
  Search,
  Settings2,
  Ticket,
  Undo2,
  Users,
  WalletCards,
} from 'lucide-react'
import type { PageOperator } from '../../contract/page-operator.ts'
import { operatorAbilities, type OperatorSubject } from '../../domain/operator-abilities.ts'
import type { SellerKind } from '../../domain/seller.ts'
import { platformCode } from '../../domain/platform.ts'
import type { AreaItem } from '../layout/area-frame.tsx'
import type { TextKey } from '../runtime/texts.ts'

type MenuItem = Omit<AreaItem, 'text'> & {
  text: TextKey<'console'>
  needs: OperatorSubject
  seller?: SellerKind | 'any' // only where a tenant sells through them
}

const items: readonly MenuItem[] = [
  { page: 'ConsoleToday', text: 'nav.today', icon: CalendarCheck, needs: 'today' },
  {
    page: 'ConsoleReviews',
    text: 'nav.reviews',
    icon: Scale,
    needs: 'reviews',
  },
  { page: 'ConsoleClaims', text: 'nav.claims', icon: FileQuestion, needs: 'claims' },
  {
    page: 'ConsolePeople',
    also: ['ConsolePerson'],
    text: 'nav.people',
    icon: Search,
    needs: 'rewards',
  },
  {
    page: 'ConsoleOrders',
    also: ['ConsoleOrderFiles'],
    text: 'nav.orders',
    icon: ClipboardList,
    needs: 'orders',
  },
  {
    page: 'ConsoleRewards',
    also: ['ConsoleMoneyWay'],
    text: 'nav.rewards',
    icon: Gift,
    needs: 'rewards',
  },
  {
    page: 'ConsoleBankLines',
    also: ['ConsoleBankUploads'],
    text: 'nav.bankLines',
    icon: Landmark,
    needs: 'payouts',
  },
  { page: 'ConsoleClawbacks', text: 'nav.clawbacks', icon: Undo2, needs: 'rewards' },
  { page: 'ConsoleVouchers', text: 'nav.vouchers', icon: Ticket, needs: 'vouchers' },
  { page: 'ConsoleGoodwill', text: 'nav.goodwill', icon: HeartHandshake, needs: 'goodwill' },
  {
    page: 'ConsolePayouts',
    also: ['ConsolePayout'],
    text: 'nav.payouts',
    icon: Banknote,
    needs: 'payouts',
  },
  {
    page: 'ConsolePayoutAccount',
    text: 'nav.payoutAccount',
    icon: WalletCards,
    needs: 'payout-account',
  },
  {
    page: 'ConsoleAgencies',
    also: ['ConsoleAgency'],
    text: 'nav.agencies',
    icon: Building2,
    needs: 'agencies',
    seller: 'agency',
  },
  {
    page: 'ConsolePartners',
    also: ['ConsolePartner'],
    text: 'nav.partners',
    icon: Handshake,
    needs: 'agencies',
    seller: 'sales-partner',
  },
  {
    page: 'ConsoleInvoices',
    text: 'nav.invoices',
    icon: ReceiptText,
    needs: 'invoices',
    seller: 'any',
  },
  { page: 'ConsoleEarnings', text: 'nav.earnings', icon: Coins, needs: 'payouts' },
  { page: 'ConsoleBooks', text: 'nav.books', icon: BookOpenCheck, needs: 'payouts' },
  {
    page: 'ConsoleOperations',
    also: ['ConsoleMails'],
    text: 'nav.operations',
    icon: Activity,
    needs: 'operations',
  },
  {
    page: 'ConsoleTenants',
    also: ['ConsoleTenant'],
    text: 'nav.tenants',
    icon: Building2,
    needs: 'platform',
  },
  { page: 'ConsoleSettings', text: 'nav.settings', icon: Settings2, needs: 'settings' },
  { page: 'ConsoleTeam', text: 'nav.team', icon: Users, needs: 'team' },
  { page: 'ConsoleAudit', text: 'nav.audit', icon: ScrollText, needs: 'audit' },
]

/** What a tenant's team and log are, the platform's are its operators'. */
const ofPlatform: readonly OperatorSubject[] = ['today', 'platform', 'operations', 'team', 'audit']

/** The pages that somebody's roles open at a place, in the menu's order; the first one opens first. */
export function menuAt({
  tenant,
  roles,
  sellers,
}: Pick<PageOperator['places'][number], 'tenant' | 'roles' | 'sellers'>): MenuItem[] {
  const ability = operatorAbilities(roles)
  const isPlatform = tenant === platformCode
  return items.filter(({ needs, seller }) =>
    isPlatform
      ? ofPlatform.includes(needs) && ability.can('read', 'platform')
      : ability.can('read', needs) &&
        (!seller || (seller === 'any' ? sellers.length > 0 : sellers.includes(seller))),
  )
}
