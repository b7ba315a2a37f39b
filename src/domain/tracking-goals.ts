import type { Channel } from './channels.ts'

// The goals 1 to 27 (spec section 9; domain.md section 6). Their meaning is ours (docs/tracking.md) and never changes: external
// statistics use the numbers.

/**
 * Where an event occurs: a shown page, the browser, a visitor's call, or the office (the provider's feed, an operator, a job),
 * where no visitor could consent.
 */
export type EventSource = 'page' | 'browser' | 'call' | 'office'

type Goal = {
  id: number
  event: string
  by: readonly EventSource[]
  /** Source of the own statistics: existing rows or a counter (event_counts). */
  counted: 'rows' | 'counter'
  title: string // as Matomo shows it
}

export const goals = [
  { id: 1, event: 'home-viewed', by: ['page'], counted: 'counter', title: 'Homepage' },
  { id: 2, event: 'category-viewed', by: ['page'], counted: 'counter', title: 'Category' },
  { id: 3, event: 'filter-used', by: ['browser'], counted: 'counter', title: 'Filter used' },
  { id: 4, event: 'comparison-opened', by: ['page'], counted: 'counter', title: 'Comparison' },
  {
    id: 5,
    event: 'recommendation-started',
    by: ['page'],
    counted: 'counter',
    title: 'Recommendation started',
  },
  { id: 6, event: 'referral-created', by: ['call'], counted: 'rows', title: 'Referral created' },
  { id: 7, event: 'shared-by-mail', by: ['browser'], counted: 'counter', title: 'Shared by mail' },
  {
    id: 8,
    event: 'shared-by-message',
    by: ['browser'],
    counted: 'counter',
    title: 'Shared by message',
  },
  {
    id: 9,
    event: 'shared-in-network',
    by: ['browser'],
    counted: 'counter',
    title: 'Shared in a network',
  },
  { id: 10, event: 'shared-by-link', by: ['browser'], counted: 'counter', title: 'Link copied' },
  { id: 11, event: 'card-printed', by: ['browser'], counted: 'counter', title: 'Card printed' },
  { id: 12, event: 'link-clicked', by: ['call'], counted: 'rows', title: 'Link clicked' },
  { id: 13, event: 'code-used', by: ['call'], counted: 'counter', title: 'Code used' },
  {
    id: 14,
    event: 'recipient-page-viewed',
    by: ['page'],
    counted: 'counter',
    title: 'Recipient page',
  },
  {
    id: 15,
    event: 'recipient-accepted',
    by: ['call'],
    counted: 'rows',
    title: 'Recipient accepted',
  },
  {
    id: 16,
    event: 'recipient-confirmed',
    by: ['call'],
    counted: 'rows',
    title: 'Recipient confirmed',
  },
  {
    id: 17,
    event: 'shop-opened',
    by: ['call', 'browser'],
    counted: 'counter',
    title: 'To the shop',
  },
  { id: 18, event: 'order-reported', by: ['call'], counted: 'rows', title: 'Order reported' },
  { id: 19, event: 'order-confirmed', by: ['office'], counted: 'rows', title: 'Order confirmed' },
  { id: 20, event: 'order-released', by: ['office'], counted: 'rows', title: 'Order released' },
  { id: 21, event: 'reward-provided', by: ['office'], counted: 'rows', title: 'Reward provided' },
  {
    id: 22,
    event: 'reward-collected-cash',
    by: ['call'],
    counted: 'rows',
    title: 'Reward taken as money',
  },
  {
    id: 23,
    event: 'reward-collected-voucher',
    by: ['call'],
    counted: 'rows',
    title: 'Reward taken as voucher',
  },
  { id: 24, event: 'reward-paid', by: ['office'], counted: 'rows', title: 'Reward paid' },
  { id: 25, event: 'registered', by: ['call'], counted: 'rows', title: 'Registration completed' },
  { id: 26, event: 'logged-in', by: ['call'], counted: 'counter', title: 'Logged in' },
  {
    id: 27,
    event: 'newsletter-opted-in',
    by: ['call'],
    counted: 'rows',
    title: 'Newsletter agreed to',
  },
] as const satisfies readonly Goal[]

type AnyGoal = (typeof goals)[number]
type GoalBy<Source extends EventSource> = AnyGoal extends infer G
  ? G extends { by: readonly (infer S)[]; event: infer Event }
    ? Source extends S
      ? Event
      : never
    : never
  : never

export type GoalEvent = AnyGoal['event']
export type GoalId = AnyGoal['id']
export type BrowserEvent = GoalBy<'browser'>
export type PageEvent = GoalBy<'page'>
export type CallEvent = GoalBy<'call'>

/** Counted, but reaches no goal. */
export type TrackedEvent = GoalEvent | 'page-viewed'

const byEvent = new Map<string, AnyGoal>(goals.map((goal) => [goal.event, goal]))

/** The goal of an event; `page-viewed` has none. */
export const goalOf = (event: TrackedEvent): AnyGoal | undefined => byEvent.get(event)

export const browserEvents = goals
  .filter(({ by }) => (by as readonly EventSource[]).includes('browser'))
  .map(({ event }) => event) as BrowserEvent[]

/** Pages with counted visits: entry pages, and those leading to a recommendation or its acceptance. */
export const countedPages = {
  Homepage: 'home-viewed',
  Categories: 'category-viewed',
  Category: 'category-viewed',
  Comparison: 'comparison-opened',
  Recommendation: 'recommendation-started',
  AgentRecommendations: 'recommendation-started',
  EmployeeRecommendation: 'recommendation-started',
  RecipientData: 'recipient-page-viewed',
  ShareRecommendation: 'page-viewed',
  Code: 'page-viewed',
  Registration: 'page-viewed',
  RewardOverview: 'page-viewed',
  Faq: 'page-viewed',
} as const satisfies Record<string, PageEvent | 'page-viewed'>
export type CountedPage = keyof typeof countedPages

export const isCountedPage = (name: string): name is CountedPage =>
  Object.hasOwn(countedPages, name)

const shareEvents = {
  em: 'shared-by-mail',
  gm: 'shared-by-mail',
  ol: 'shared-by-mail',
  ya: 'shared-by-mail',
  wa: 'shared-by-message',
  ns: 'shared-by-message',
  fb: 'shared-in-network',
  xi: 'shared-in-network',
  li: 'shared-in-network',
  tw: 'shared-in-network',
  ln: 'shared-by-link',
  qr: 'shared-by-link',
  co: 'shared-by-link',
  of: 'card-printed',
  xx: null,
} as const satisfies Record<Channel, BrowserEvent | null>

/** The event of a channel's share button; null for channels that share nothing. */
export const shareEventOf = (channel: Channel): BrowserEvent | null => shareEvents[channel]
