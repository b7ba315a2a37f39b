import type { OperatorRole } from '../domain/operator-abilities.ts'
import type { SellerKind } from '../domain/seller.ts'
import type { RewardWord } from '../domain/tenant.ts'

/** The operator in the console, on its host alone. */
export type PageOperator = {
  name: string
  email: string
  // Where they may do something, and through whom the tenant sells.
  places: {
    tenant: string
    name: string
    roles: OperatorRole[]
    sellers: SellerKind[]
    rewardWord: RewardWord
  }[]
  provedUntil: string | null // the person proved to be there, which holds until then
  provider: string | null // the company's, where this person may sign in by it
  isByProvider: boolean // this session began there
  isDemo: boolean
  tokenValidUntil: string
}
