/** Mandatory particulars of business letters, mails included: § 35a GmbHG, § 80 AktG, § 25a GenG, §§ 37a and 125 HGB. */
export type Company = {
  form: CompanyForm
  seat: string
  court: string | null // of its register
  number: string | null // with the register's type: HRB 12345
  directors: string[] // all, by first name and surname
  chair: string | null // which of them presides
  supervisoryChair: string | null
  partner: string | null // of a partnership without a liable natural person: the liable company, with seat, register and directors
}

/** directors: title of those who act for it. supervised: it always has a supervisory board. */
export const companyForms = {
  gmbh: { register: true, directors: 'managing', supervised: false, partner: false },
  ug: { register: true, directors: 'managing', supervised: false, partner: false },
  ag: { register: true, directors: 'board', supervised: true, partner: false },
  se: { register: true, directors: 'board', supervised: true, partner: false },
  vvag: { register: true, directors: 'board', supervised: true, partner: false },
  eg: { register: true, directors: 'board', supervised: true, partner: false },
  'gmbh-co-kg': { register: true, directors: 'managing', supervised: false, partner: true },
  partnership: { register: true, directors: null, supervised: false, partner: false },
  merchant: { register: true, directors: null, supervised: false, partner: false },
  association: { register: true, directors: 'board', supervised: false, partner: false },
  public: { register: false, directors: 'board', supervised: false, partner: false },
  other: { register: false, directors: null, supervised: false, partner: false },
} as const satisfies Record<
  string,
  {
    register: boolean
    directors: 'managing' | 'board' | null
    supervised: boolean
    partner: boolean
  }
>
export type CompanyForm = keyof typeof companyForms

/** Particulars that this legal form requires and that are missing. */
export function missingOf(company: Company): (keyof Company)[] {
  const needs = companyForms[company.form]
  return [
    ...(needs.register && !company.court ? (['court'] as const) : []),
    ...(needs.register && !company.number ? (['number'] as const) : []),
    ...(needs.directors && company.directors.length === 0 ? (['directors'] as const) : []),
    ...(needs.supervised && !company.supervisoryChair ? (['supervisoryChair'] as const) : []),
    ...(needs.partner && !company.partner ? (['partner'] as const) : []),
    ...(company.chair && !company.directors.includes(company.chair) ? (['chair'] as const) : []),
  ]
}

const words = {
  de: {
    seat: 'Sitz',
    partner: 'Persönlich haftend',
    managing: 'Geschäftsführung',
    board: 'Vorstand',
    chair: 'Vorsitz',
    supervisory: 'Aufsichtsrat, Vorsitz',
  },
  en: {
    seat: 'Registered office',
    partner: 'General partner',
    managing: 'Managing directors',
    board: 'Board',
    chair: 'chair',
    supervisory: 'Supervisory board, chair',
  },
}

/** As lines below name and address. */
export function companyLines(company: Company, locale: keyof typeof words): string[] {
  const t = words[locale]
  const { directors } = companyForms[company.form]
  const register = [company.court, company.number?.replaceAll(' ', '\u00a0')]
    .filter(Boolean)
    .join(', ')
  const people = company.directors.map((name) =>
    name === company.chair ? `${name} (${t.chair})` : name,
  )
  return [
    [`${t.seat}: ${company.seat}`, register].filter(Boolean).join(', '),
    company.partner ? `${t.partner}: ${company.partner}` : '',
    directors && people.length > 0 ? `${t[directors]}: ${people.join(', ')}` : '',
    company.supervisoryChair ? `${t.supervisory}: ${company.supervisoryChair}` : '',
  ].filter((line) => line !== '')
}

/** For documents, which are always German; none for settings older than these fields. */
export const particularsOf = ({ company }: { company: Company | null }): string[] =>
  company ? companyLines(company, 'de') : []
