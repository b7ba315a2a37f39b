import type { MailTemplate } from '../../contract/mail-templates.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import type { Compose } from './compose.ts'
import type { MailTexts } from './mail-texts.ts'

const roleWord = (t: MailTexts, said: string): string => {
  const role = operatorRoles.find((one) => one === said)
  return role ? t(`operatorRole.${role}`) : said
}

/** Whoever runs the programme needs neither its hotline nor its imprint. */
const footer = (t: MailTexts, { name: tenant }: { name: string }) => [
  t('operatorWhy', { tenant }),
  t('operatorAsk'),
]

const factsOf = (lines: readonly string[]) =>
  lines.map((said) => {
    const [label = '', ...value] = said.split(': ')
    return { label, value: value.join(': ') }
  })

const alarmWords: Record<string, 'payout' | 'books' | 'vouchers' | 'order'> = {
  books: 'books',
  'late-payout': 'payout',
  'low-vouchers': 'vouchers',
  'failed-voucher': 'order',
}

const waiting = [
  'reviews',
  'overdueReviews',
  'claims',
  'overdueClaims',
  'goodwill',
  'clawbacks',
  'clawbackProposals',
  'payoutProposals',
  'bankLines',
  'namedLines',
  'stoppedUploads',
  'endingKeys',
  'voucherCodes',
  'lowVouchers',
  'voucherOrders',
  'orderFiles',
  'unmatchedOrders',
  'agencies',
  'partners',
  'invoices',
  'lostPayments',
  'latePayouts',
  'heldPayments',
  'payments',
  'overduePayments',
  'deadJobs',
  'failedMails',
] as const

/** To the people who run the programme, in the look of the tenant they work at. */
export const operatorMails = {
  operatorInvitation: (t, data, tenant) => ({
    subject: t('operatorInvitation.subject', { tenant: tenant.name }),
    preheader: t('operatorInvitation.preheader'),
    heading: t('operatorInvitation.heading'),
    paragraphs: [
      t('operatorInvitation.text', { tenant: tenant.name }),
      t('operatorInvitation.passkey'),
    ],
    picture: 'brand',
    button: { label: t('operatorInvitation.button'), link: data.link('link') },
    notes: [t('operatorInvitation.ignore')],
    footer: footer(t, tenant),
  }),

  operatorRenewed: (t, data, tenant) => ({
    subject: t('operatorRenewed.subject', { person: data.line('person', 160) }),
    preheader: t('operatorRenewed.preheader'),
    heading: t('operatorRenewed.heading'),
    paragraphs: [
      t('operatorRenewed.text', { person: data.line('person', 160), email: data.line('email') }),
      t('operatorRenewed.alarm'),
    ],
    button: { label: t('operatorTeam.button'), link: data.link('link') },
    footer: footer(t, tenant),
  }),

  operatorEmergency: (t, data, tenant) => {
    const what = data.has('ended') ? ('operatorEmergency.ended' as const) : 'operatorEmergency.text'
    return {
      subject: t('operatorEmergency.subject', { tenant: tenant.name }),
      preheader: t('operatorEmergency.preheader'),
      heading: t('operatorEmergency.heading'),
      paragraphs: [
        t(what, {
          person: data.line('person', 160),
          email: data.line('email'),
          role: roleWord(t, data.line('role')),
          tenant: tenant.name,
        }),
        t('operatorEmergency.alarm'),
      ],
      button: { label: t('operatorTeam.button'), link: data.link('link') },
      footer: footer(t, tenant),
    }
  },

  operatorVisit: (t, data, tenant) => ({
    subject: t('operatorVisit.subject', { person: data.line('person', 160) }),
    preheader: t('operatorVisit.preheader'),
    heading: t('operatorVisit.heading'),
    paragraphs: [
      t('operatorVisit.text', {
        person: data.line('person', 160),
        email: data.line('email'),
        role: roleWord(t, data.line('role')),
        until: data.date('until'),
        tenant: tenant.name,
      }),
      t('operatorVisit.alarm'),
    ],
    button: { label: t('operatorTeam.button'), link: data.link('link') },
    footer: footer(t, tenant),
  }),

  operatorKey: (t, data, tenant) => {
    const values = {
      name: data.line('name', 64),
      person: data.line('person', 160),
      on: data.date('on'),
      until: data.date('until'),
      tenant: tenant.name,
    }
    return {
      subject: t('operatorKey.subject', { tenant: tenant.name }),
      preheader: t('operatorKey.preheader', values),
      heading: t('operatorKey.heading'),
      paragraphs: [
        t(data.has('person') ? 'operatorKey.text' : 'operatorKey.onServer', values),
        t(data.has('login') ? 'operatorKey.login' : 'operatorKey.use', values),
        t('operatorKey.alarm'),
      ],
      button: { label: t('operatorKey.button'), link: data.link('link') },
      footer: footer(t, tenant),
    }
  },

  operatorKeysLeft: (t, data, tenant) => {
    const how = data.has('ended') ? 'ended' : 'open'
    return {
      subject: t('operatorKeysLeft.subject', {
        person: data.line('person', 160),
        tenant: tenant.name,
      }),
      preheader: t(`operatorKeysLeft.preheader.${how}`),
      heading: t(`operatorKeysLeft.heading.${how}`),
      paragraphs: [
        t(`operatorKeysLeft.text.${how}`, {
          person: data.line('person', 160),
          on: data.date('on'),
          tenant: tenant.name,
        }),
      ],
      facts: data.lines('keys').map((value) => ({ label: t('operatorKeysLeft.key'), value })),
      button: { label: t('operatorKey.button'), link: data.link('link') },
      notes: [t(`operatorKeysLeft.next.${how}`)],
      footer: footer(t, tenant),
    }
  },

  operatorRight: (t, data, tenant) => ({
    subject: t('operatorRight.subject', {
      person: data.line('person', 160),
      tenant: tenant.name,
    }),
    preheader: t('operatorRight.preheader'),
    heading: t('operatorRight.heading'),
    paragraphs: [
      t(data.has('by') ? 'operatorRight.text' : 'operatorRight.onServer', {
        by: data.line('by', 160),
        person: data.line('person', 160),
        email: data.line('email'),
        role: roleWord(t, data.line('role')),
        on: data.date('on'),
        tenant: tenant.name,
      }),
      data.has('until')
        ? t('operatorRight.until', { until: data.date('until') })
        : t('operatorRight.open'),
      t(data.has('alone') ? 'operatorRight.alone' : 'operatorRight.alarm', { tenant: tenant.name }),
    ],
    button: {
      label: t(data.has('alone') ? 'operatorRight.button' : 'operatorTeam.button'),
      link: data.link('link'),
    },
    footer: footer(t, tenant),
  }),

  operatorSettings: (t, data, tenant) => {
    const facts = factsOf(data.lines('changes'))
    return {
      subject: t('operatorSettings.subject', { tenant: tenant.name }),
      preheader: t('operatorSettings.preheader'),
      heading: t('operatorSettings.heading'),
      paragraphs: [
        t('operatorSettings.text', {
          person: data.line('person', 160),
          on: data.date('on'),
          tenant: tenant.name,
        }),
      ],
      facts,
      button: { label: t('operatorSettings.button'), link: data.link('link') },
      notes: [t('operatorSettings.alarm')],
      footer: footer(t, tenant),
    }
  },

  operatorMonthWaits: (t, data, tenant) => {
    const month = data.line('month')
    return {
      subject: t('operatorMonthWaits.subject', { month, tenant: tenant.name }),
      preheader: t('operatorMonthWaits.preheader'),
      heading: t('operatorMonthWaits.heading', { month }),
      paragraphs: [t('operatorMonthWaits.text', { month, tenant: tenant.name })],
      facts: factsOf(data.lines('missing')),
      button: { label: t('operatorMonthWaits.button'), link: data.link('link') },
      notes: [t('operatorMonthWaits.next')],
      footer: footer(t, tenant),
    }
  },

  operatorPayoutAccount: (t, data, tenant) => {
    const step = data.line('accountStep')
    const known = (['proposed', 'approved', 'stopped', 'used'] as const).find((one) => one === step)
    const at = known ?? 'proposed'
    return {
      subject: t(`operatorPayoutAccount.${at}.subject`, { tenant: tenant.name }),
      preheader: t(`operatorPayoutAccount.${at}.preheader`),
      heading: t(`operatorPayoutAccount.${at}.heading`),
      paragraphs: [
        t(`operatorPayoutAccount.${at}.text`, {
          person: data.line('person', 160),
          on: data.date('on'),
          from: data.has('from') ? data.date('from') : '',
          tenant: tenant.name,
        }),
      ],
      facts: [
        { label: t('operatorPayoutAccount.before'), value: data.line('before', 160) },
        { label: t('operatorPayoutAccount.after'), value: data.line('after', 160) },
        ...(data.has('reason')
          ? [{ label: t('operatorPayoutAccount.reason'), value: data.line('reason', 500) }]
          : []),
      ],
      button: { label: t('operatorPayoutAccount.button'), link: data.link('link') },
      notes:
        at === 'stopped' ? [] : [t(`operatorPayoutAccount.${at === 'used' ? 'late' : 'alarm'}`)],
      footer: footer(t, tenant),
    }
  },

  operatorOrderFile: (t, data, tenant) => ({
    subject: t('operatorOrderFile.subject', { tenant: tenant.name }),
    preheader: t('operatorOrderFile.preheader'),
    heading: t('operatorOrderFile.heading'),
    paragraphs: [
      t('operatorOrderFile.text', {
        person: data.line('person', 160),
        on: data.date('on'),
        tenant: tenant.name,
      }),
    ],
    facts: [
      { label: t('operatorOrderFile.count'), value: data.line('count') },
      ...(data.has('waits')
        ? [{ label: t('operatorOrderFile.waits'), value: data.line('waits') }]
        : []),
      { label: t('operatorOrderFile.amount'), value: data.line('amount') },
      ...(data.has('lost')
        ? [
            { label: t('operatorOrderFile.cancels'), value: data.line('cancels') },
            { label: t('operatorOrderFile.lost'), value: data.line('lost') },
          ]
        : []),
      { label: t('operatorOrderFile.reason'), value: data.line('reason', 500) },
    ],
    button: { label: t('operatorOrderFile.button'), link: data.link('link') },
    notes: [t('operatorOrderFile.alarm')],
    footer: footer(t, tenant),
  }),

  operatorOrderFileEnded: (t, data, tenant) => {
    const how = data.has('refused') ? 'refused' : 'stopped'
    return {
      subject: t(`operatorOrderFileEnded.subject.${how}`, { tenant: tenant.name }),
      preheader: t(`operatorOrderFileEnded.preheader.${how}`),
      heading: t(`operatorOrderFileEnded.heading.${how}`),
      paragraphs: [
        t(`operatorOrderFileEnded.text.${how}`, {
          person: data.line('person', 160),
          on: data.date('on'),
          name: data.line('name', 120),
          tenant: tenant.name,
        }),
      ],
      facts: [{ label: t('operatorOrderFile.reason'), value: data.line('reason', 500) }],
      button: { label: t('operatorOrderFileEnded.button'), link: data.link('link') },
      notes: [t('operatorOrderFileEnded.next')],
      footer: footer(t, tenant),
    }
  },

  operatorDaily: (t, data, tenant) => {
    const facts = waiting
      .filter((key) => data.has(key))
      .map((key) => ({ label: t(`operatorDaily.${key}`), value: data.line(key) }))
    const amount = data.amount('amount')
    return {
      subject: t('operatorDaily.subject', { tenant: tenant.name }),
      preheader: t('operatorDaily.preheader'),
      heading: t('operatorDaily.heading'),
      paragraphs: [t('operatorDaily.text', { tenant: tenant.name })],
      facts: [...facts, ...(amount ? [{ label: t('operatorDaily.amount'), value: amount }] : [])],
      button: { label: t('operatorDaily.button'), link: data.link('link') },
      notes: [t('operatorDaily.note')],
      footer: footer(t, tenant),
    }
  },

  operatorAlarm: (t, data, tenant) => {
    const kind = alarmWords[data.line('alarm')] ?? 'jobs'
    const values = { tenant: tenant.name, count: data.line('count') }
    return {
      subject: t(`operatorAlarm.subject.${kind}`, values),
      preheader: t(`operatorAlarm.preheader.${kind}`),
      heading: t(`operatorAlarm.heading.${kind}`),
      paragraphs: [t(`operatorAlarm.text.${kind}`, values), t(`operatorAlarm.next.${kind}`)],
      button: { label: t('operatorDaily.button'), link: data.link('link') },
      notes: [t(kind === 'vouchers' ? 'operatorAlarm.once' : 'operatorAlarm.note')],
      footer: footer(t, tenant),
    }
  },
} satisfies { [T in MailTemplate]?: Compose<T> }
