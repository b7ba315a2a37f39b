import { checkBic } from '../../../domain/bic.ts'
import { checkIban } from '../../../domain/iban.ts'
import { latinText, sepaText } from '../../../domain/payout.ts'
import { formatAmount } from './amount.ts'
import { BankFileError } from './bank-file-error.ts'
import { checkBankId } from './check-bank-id.ts'
import { escapeXml } from './escape-xml.ts'

/** `cents` is EUR, `purpose` the text on the beneficiary's bank statement. */
export interface CreditTransfer {
  endToEndId: string
  cents: number
  name: string
  iban: string
  bic?: string
  purpose: string
  /** In whose name the debtor pays. */
  ultimateDebtor?: string
}

export interface CreditTransferBatch {
  messageId: string
  createdAt: Temporal.Instant
  /** Must be a TARGET day; not checked here. */
  executionDate: Temporal.PlainDate
  debtor: { name: string; iban: string; bic?: string }
  /** SEPA instant credit transfers. */
  instant?: boolean
  /** Names as written, in EPC's Latin letters (EPC217-08), where the bank takes them. */
  latinNames?: boolean
  transfers: readonly CreditTransfer[]
}

const maxCents = 99_999_999_999

/**
 * Writes, part by part, a SEPA credit transfer, pain.001.001.09 as for German banks (GBIC 5), without postal addresses. Deterministic. PmtInfId
 * is the MsgId: a file has one payment block. Throws BankFileError for an empty batch, a repeated EndToEndId, or an amount, id,
 * IBAN or BIC that banks refuse.
 */
export function* writeCreditTransfer(batch: CreditTransferBatch): Generator<string> {
  checkBankId('MsgId', batch.messageId)
  checkTransfers(batch.transfers)
  const count = batch.transfers.length
  const sum = formatAmount(batch.transfers.reduce((total, transfer) => total + transfer.cents, 0))
  // UTC: local time would depend on the machine's time zone data.
  const createdAt = batch.createdAt.toString({ smallestUnit: 'second' })
  const nameOf = (name: string) => (batch.latinNames ? latinText : sepaText)(name, 70)
  const debtorName = escapeXml(nameOf(batch.debtor.name))
  const { iban: debtorIban, bic } = checkPayingAccount(batch.debtor)
  yield `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${escapeXml(batch.messageId)}</MsgId>
      <CreDtTm>${createdAt}</CreDtTm>
      <NbOfTxs>${count}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <InitgPty><Nm>${debtorName}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${escapeXml(batch.messageId)}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <BtchBookg>true</BtchBookg>
      <NbOfTxs>${count}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl>${
        batch.instant ? '<LclInstrm><Cd>INST</Cd></LclInstrm>' : ''
      }</PmtTpInf>
      <ReqdExctnDt><Dt>${batch.executionDate.toString({ calendarName: 'never' })}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${debtorName}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${debtorIban}</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId>${
        bic === undefined ? '<Othr><Id>NOTPROVIDED</Id></Othr>' : `<BICFI>${bic}</BICFI>`
      }</FinInstnId></DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
`
  for (const transfer of batch.transfers) yield writeTransfer(transfer, nameOf)
  yield `    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`
}

function writeTransfer(transfer: CreditTransfer, nameOf: (name: string) => string): string {
  const { endToEndId, cents, name, purpose, ultimateDebtor } = transfer
  const iban = checkedIban(endToEndId, transfer.iban)
  const bic = checkedBic(endToEndId, iban, transfer.bic)
  const remittance = purpose.trim() === '' ? '' : escapeXml(sepaText(purpose, 140))
  const lines = [
    `<PmtId><EndToEndId>${escapeXml(endToEndId)}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="EUR">${formatAmount(cents)}</InstdAmt></Amt>`,
    ultimateDebtor === undefined
      ? ''
      : `<UltmtDbtr><Nm>${escapeXml(nameOf(ultimateDebtor))}</Nm></UltmtDbtr>`,
    // Within SEPA the IBAN suffices; the schema has no NOTPROVIDED here.
    bic === undefined ? '' : `<CdtrAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></CdtrAgt>`,
    `<Cdtr><Nm>${escapeXml(nameOf(name))}</Nm></Cdtr>`,
    `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`,
    remittance === '' ? '' : `<RmtInf><Ustrd>${remittance}</Ustrd></RmtInf>`,
  ]
  const body = lines.filter((line) => line !== '').map((line) => `        ${line}\n`)
  return `      <CdtTrfTxInf>\n${body.join('')}      </CdtTrfTxInf>\n`
}

/** The account that pays, as files have it. Throws BankFileError if no bank would take it. */
export function checkPayingAccount(account: { iban: string; bic?: string }) {
  const iban = checkedIban('the debtor', account.iban)
  return { iban, bic: checkedBic('the debtor', iban, account.bic) }
}

function checkTransfers(transfers: readonly CreditTransfer[]): void {
  if (transfers.length === 0) throw new BankFileError('a payout file needs at least one transfer')
  const seen = new Set<string>()
  for (const { endToEndId, cents } of transfers) {
    checkBankId('EndToEndId', endToEndId)
    if (seen.has(endToEndId)) throw new BankFileError(`EndToEndId ${endToEndId} is used twice`)
    seen.add(endToEndId)
    if (!Number.isSafeInteger(cents) || cents <= 0 || cents > maxCents) {
      throw new BankFileError(
        `${endToEndId}: ${cents} cents is not an amount from 0.01 to 999999999.99 EUR`,
      )
    }
  }
}

/** Without the number, as messages end up in logs. */
function checkedIban(whose: string, iban: string): string {
  const check = checkIban(iban, { germanOnly: false })
  if (check.kind !== 'ok') throw new BankFileError(`the IBAN of ${whose} is not valid in SEPA`)
  return check.iban
}

function checkedBic(whose: string, iban: string, bic: string | undefined): string | undefined {
  const check = checkBic(iban, bic)
  if (check.kind === 'ok' && (check.bic ?? undefined) === bic) return bic
  if (check.kind === 'missing') throw new BankFileError(`the account of ${whose} needs a BIC`)
  if (check.kind === 'other-country')
    throw new BankFileError(`IBAN and BIC of ${whose} are of different countries`)
  throw new BankFileError(`the BIC of ${whose} is not valid`)
}
