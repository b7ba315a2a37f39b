import type { StatisticsStep } from '../../domain/statistics.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'

/** Texts of exported tables; the page's are in src/web/texts, which the server does not read. */
export type StatisticsWords = {
  file: string
  tables: Record<'trichter' | 'monate' | 'mitarbeiter' | 'kanaele', string>
  steps: Record<StatisticsStep, string>
  heads: Record<
    | 'step'
    | 'count'
    | 'month'
    | 'number'
    | 'name'
    | 'channel'
    | 'orders'
    | 'released'
    | 'cancelled'
    | 'refused'
    | 'rewards'
    | 'euros'
    | 'ended'
    | 'endedEuros',
    string
  >
  none: string
  channels: Record<string, string>
}

const names = {
  fb: 'Facebook',
  wa: 'WhatsApp',
  xi: 'Xing',
  li: 'LinkedIn',
  tw: 'Twitter',
  gm: 'Gmail',
  ol: 'Outlook',
  ya: 'Yahoo',
}

const words: Record<Locale, StatisticsWords> = {
  de: {
    file: 'Statistik',
    tables: {
      trichter: 'Trichter',
      monate: 'Monate',
      mitarbeiter: 'Mitarbeiter',
      kanaele: 'Kanaele',
    },
    steps: {
      invited: 'Eingeladen',
      registered: 'Registriert',
      referrals: 'Empfehlungen',
      accepted: 'Angenommen',
      orders: 'Aufträge',
      rewards: 'Freigegebene Prämien, ohne entfallene',
    },
    heads: {
      step: 'Schritt',
      count: 'Anzahl',
      month: 'Monat',
      number: 'Mitarbeiternummer',
      name: 'Name',
      channel: 'Kanal',
      orders: 'Aufträge',
      released: 'davon freigegeben',
      cancelled: 'Storniert',
      refused: 'Nicht anerkannt',
      rewards: 'Prämien',
      euros: 'Prämien in Euro',
      ended: 'davon entfallen',
      endedEuros: 'davon entfallen in Euro',
    },
    none: 'Ohne Mitarbeiter',
    channels: {
      ...names,
      em: 'E-Mail',
      ns: 'Teilen-Menü',
      ln: 'Kopierter Link',
      qr: 'QR-Code',
      co: 'Empfehlungscode',
      of: 'Karte auf Papier',
      xx: 'Unbekannt',
    },
  },
  en: {
    file: 'statistics',
    tables: {
      trichter: 'funnel',
      monate: 'months',
      mitarbeiter: 'employees',
      kanaele: 'channels',
    },
    steps: {
      invited: 'Invited',
      registered: 'Registered',
      referrals: 'Recommendations',
      accepted: 'Accepted',
      orders: 'Orders',
      rewards: 'Released rewards, without lost ones',
    },
    heads: {
      step: 'Step',
      count: 'Count',
      month: 'Month',
      number: 'Employee number',
      name: 'Name',
      channel: 'Channel',
      orders: 'Orders',
      released: 'of which released',
      cancelled: 'Cancelled',
      refused: 'Declined',
      rewards: 'Rewards',
      euros: 'Rewards in euros',
      ended: 'of which lost',
      endedEuros: 'of which lost, in euros',
    },
    none: 'No employee',
    channels: {
      ...names,
      em: 'E-mail',
      ns: 'Share menu',
      ln: 'Copied link',
      qr: 'QR code',
      co: 'Referral code',
      of: 'Printed card',
      xx: 'Unknown',
    },
  },
}

const { de } = words
const inBonus: StatisticsWords = {
  ...de,
  steps: { ...de.steps, rewards: 'Freigegebene Boni, ohne entfallene' },
  heads: { ...de.heads, rewards: 'Boni', euros: 'Boni in Euro' },
}

export const statisticsWords = (language: Locale, { rewardWord }: Pick<Tenant, 'rewardWord'>) =>
  language === 'de' && rewardWord === 'Bonus' ? inBonus : words[language]
