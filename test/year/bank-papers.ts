// The bank's papers as German banks send them, in the older and in the newer version.

export type Payment = {
  id: string // EndToEndId
  cents: number
  iban: string
  name: string
  bookedOn: string | null
  returnedOn: string | null
  rejected: string | null
}
export type Order = {
  messageId: string
  day: string
  payments: Payment[]
  state: 'checked' | 'released' | 'cancelled'
}
/** What the bank finds of a payee; `name`: how it spells a close match. */
export type Found = { status: 'RCVC' | 'RVMC' | 'RVNM' | 'RVNA'; name?: string }

export type Form = { iban: string; version: '02' | '08' }

export type Entry = {
  day: string
  direction: 'DBIT' | 'CRDT'
  cents: number
  reference: string
  what:
    | { payment: Payment; reason?: string; feeCents?: number }
    | { messageId: string; count: number }
    | { fee: string }
}

const euros = (cents: number) => (cents / 100).toFixed(2)
const amount = (cents: number) => `<Amt Ccy="EUR">${euros(cents)}</Amt>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function detailsOf({ version }: Form, { direction, cents, what }: Entry): string {
  if ('fee' in what)
    return `<NtryDtls><TxDtls><RmtInf><Ustrd>${what.fee}</Ustrd></RmtInf></TxDtls></NtryDtls>`
  if ('messageId' in what)
    return `<NtryDtls><Btch><MsgId>${what.messageId}</MsgId><PmtInfId>${what.messageId}</PmtInfId><NbOfTxs>${what.count}</NbOfTxs></Btch></NtryDtls>`
  const { payment, reason, feeCents = 0 } = what
  const name = `<Nm>${escaped(payment.name)}</Nm>`
  const role = direction === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const party = version === '02' ? name : `<Pty>${name}</Pty>`
  return `<NtryDtls><TxDtls><Refs><EndToEndId>${payment.id}</EndToEndId></Refs>${
    version === '02' ? `<AmtDtls><TxAmt>${amount(cents)}</TxAmt></AmtDtls>` : amount(cents)
  }${version === '08' ? `<CdtDbtInd>${direction}</CdtDbtInd>` : ''}${
    feeCents > 0 ? `<Chrgs><Rcrd>${amount(feeCents)}</Rcrd></Chrgs>` : ''
  }<RltdPties><${role}>${party}</${role}><${role}Acct><Id><IBAN>${payment.iban}</IBAN></Id></${role}Acct></RltdPties>${
    reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''
  }</TxDtls></NtryDtls>`
}

const codes = (what: Entry['what'], direction: Entry['direction']) =>
  'fee' in what ? 'NCHG+805+0399' : direction === 'CRDT' ? 'NRTI+159+0399' : 'NTRF+166+0399'

function entryOf(form: Form, entry: Entry): string {
  const { cents, direction, day, reference, what } = entry
  const status = form.version === '02' ? 'BOOK' : '<Cd>BOOK</Cd>'
  return `<Ntry>${amount(cents)}<CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef><BkTxCd><Prtry><Cd>${codes(what, direction)}</Cd></Prtry></BkTxCd>${detailsOf(form, entry)}</Ntry>`
}

const parts = {
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

export function camtOf(
  form: Form,
  kind: keyof typeof parts,
  id: string,
  entries: readonly Entry[],
  balances?: { day: string; opening: number; closing: number },
): string {
  const [report, part] = parts[kind]
  const balance = (code: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(Math.abs(cents))}<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const both = balances
    ? balance('OPBD', balances.opening, balances.day) +
      balance('CLBD', balances.closing, balances.day)
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${form.version}"><${report}><GrpHdr><MsgId>${id}</MsgId></GrpHdr><${part}><Id>${id}</Id><Acct><Id><IBAN>${form.iban}</IBAN></Id></Acct>${both}${entries.map((entry) => entryOf(form, entry)).join('')}</${part}></${report}></Document>`
}

/** Before its day: accepted, and single payments rejected. */
export function statusReportOf(_form: Form, id: string, { messageId, payments }: Order): string {
  const rejected = payments.filter((payment) => payment.rejected !== null)
  const status =
    rejected.length === 0 ? 'ACCP' : rejected.length === payments.length ? 'RJCT' : 'PART'
  const lines = rejected.map(
    ({ id: payment, rejected: reason }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${payment}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf></TxInfAndSts>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${status}</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${lines.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
}

/** Of the payees, before anything is executed: who does not match by name, and how many are what. */
export function payeeReportOf(
  id: string,
  { messageId, payments }: Order,
  foundOf: (payment: Payment) => Found,
): string {
  const found = payments.map((payment) => ({ id: payment.id, ...foundOf(payment) }))
  const counts = Map.groupBy(found, ({ status }) => status)
  const isWhole = counts.size === 1 && counts.has('RCVC')
  const numbers = [...counts].map(
    ([status, all]) =>
      `<NbOfTxsPerSts><DtldNbOfTxs>${all.length}</DtldNbOfTxs><DtldSts>${status}</DtldSts></NbOfTxsPerSts>`,
  )
  const lines = found
    .filter(({ status }) => status !== 'RCVC')
    .map(
      ({ id: payment, status, name }) =>
        `<TxInfAndSts><OrgnlEndToEndId>${payment}</OrgnlEndToEndId><TxSts>${status}</TxSts>${
          name ? `<StsRsnInf><AddtlInf>${escaped(name)}</AddtlInf></StsRsnInf>` : ''
        }</TxInfAndSts>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${isWhole ? 'RCVC' : 'RVCM'}</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${numbers.join('')}${lines.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
}
