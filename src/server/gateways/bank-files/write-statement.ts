import { checkBankId } from './check-bank-id.ts'
import { escapeXml } from './escape-xml.ts'

export interface StatementToWrite {
  messageId: string
  sequence: number
  createdAt: Temporal.Instant
  iban: string
  day: Temporal.PlainDate
  openingCents: number
  lines: readonly StatementLineToWrite[]
}

export interface StatementLineToWrite {
  /** Negative: money that left. */
  cents: number
  /** The bank's own (AcctSvcrRef). */
  reference: string
  /** The bank's transaction code, e.g. 191+8. */
  code: string
  text: string
  /** Of a payment file booked as one sum: its MsgId and number of payments. */
  file?: { messageId: string; payments: number }
  party?: string
}

/** Writes a camt.053.001.08 of one day for the demo's bank. Deterministic. Throws BankFileError for impossible ids. */
export function writeStatement(statement: StatementToWrite): string {
  const { messageId, sequence, createdAt, iban, day, openingCents, lines } = statement
  checkBankId('MsgId', messageId)
  const closingCents = lines.reduce((sum, { cents }) => sum + cents, openingCents)
  const on = createdAt.toString({ smallestUnit: 'second' })
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>${escapeXml(messageId)}</MsgId><CreDtTm>${on}</CreDtTm></GrpHdr>
    <Stmt>
      <Id>${escapeXml(messageId)}</Id>
      <ElctrncSeqNb>${sequence}</ElctrncSeqNb>
      <CreDtTm>${on}</CreDtTm>
      <Acct><Id><IBAN>${escapeXml(iban)}</IBAN></Id></Acct>
${writeBalance('PRCD', openingCents, day.subtract({ days: 1 }))}${writeBalance('CLBD', closingCents, day)}${lines.map((line) => writeLine(line, day)).join('')}    </Stmt>
  </BkToCstmrStmt>
</Document>
`
}

const amount = (cents: number) =>
  `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const writeBalance = (code: string, cents: number, day: Temporal.PlainDate) =>
  `      <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents)}<Dt><Dt>${day.toString()}</Dt></Dt></Bal>\n`

function writeLine(line: StatementLineToWrite, day: Temporal.PlainDate): string {
  const { cents, reference, code, text, file, party } = line
  if (file) checkBankId('MsgId', file.messageId)
  const batch = file
    ? `<Btch><MsgId>${escapeXml(file.messageId)}</MsgId><NbOfTxs>${file.payments}</NbOfTxs></Btch>`
    : ''
  const who = party
    ? `<RltdPties><${cents < 0 ? 'Cdtr' : 'Dbtr'}><Pty><Nm>${escapeXml(party)}</Nm></Pty></${cents < 0 ? 'Cdtr' : 'Dbtr'}></RltdPties>`
    : ''
  const details = file
    ? ''
    : `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${who}<RmtInf><Ustrd>${escapeXml(text)}</Ustrd></RmtInf></TxDtls>`
  return `      <Ntry>${amount(cents)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day.toString()}</Dt></BookgDt><ValDt><Dt>${day.toString()}</Dt></ValDt><AcctSvcrRef>${escapeXml(reference)}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF+${escapeXml(code)}</Cd><Issr>DK</Issr></Prtry></BkTxCd><NtryDtls>${batch}${details}</NtryDtls><AddtlNtryInf>${escapeXml(text)}</AddtlNtryInf></Ntry>
`
}
