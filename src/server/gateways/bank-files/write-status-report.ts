import { BankFileError } from './bank-file-error.ts'
import { checkBankId } from './check-bank-id.ts'
import { escapeXml } from './escape-xml.ts'

export interface StatusReportToWrite {
  messageId: string
  createdAt: Temporal.Instant
  /** MsgId of the payment file, equal to its PmtInfId (write-credit-transfer.ts). */
  originalMessageId: string
  transactions: readonly {
    endToEndId: string
    status: 'ACSC' | 'RJCT' | 'ACCP' | 'ACTC' | 'ACSP'
    reasonCode?: string
  }[]
}

/**
 * Writes a pain.002.001.10 for the demo's bank. The group has its transactions' common status, else PART. Deterministic. Throws
 * BankFileError for impossible ids and codes, and without transactions.
 */
export function writeStatusReport(report: StatusReportToWrite): string {
  const { messageId, originalMessageId, transactions } = report
  checkBankId('MsgId', messageId)
  checkBankId('OrgnlMsgId', originalMessageId)
  const statuses = new Set(transactions.map((transaction) => transaction.status))
  if (statuses.size === 0) throw new BankFileError('a status report needs transactions')
  const groupStatus = statuses.size === 1 ? [...statuses].join('') : 'PART'
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
  <CstmrPmtStsRpt>
    <GrpHdr>
      <MsgId>${escapeXml(messageId)}</MsgId>
      <CreDtTm>${report.createdAt.toString({ smallestUnit: 'second' })}</CreDtTm>
    </GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${escapeXml(originalMessageId)}</OrgnlMsgId>
      <OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
      <OrgnlNbOfTxs>${transactions.length}</OrgnlNbOfTxs>
      <GrpSts>${groupStatus}</GrpSts>
    </OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>${escapeXml(originalMessageId)}</OrgnlPmtInfId>
${transactions.map(writeTransaction).join('')}    </OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt>
</Document>
`
}

function writeTransaction(transaction: StatusReportToWrite['transactions'][number]): string {
  const { endToEndId, status, reasonCode } = transaction
  checkBankId('OrgnlEndToEndId', endToEndId)
  if (reasonCode !== undefined && !/^[A-Z0-9]{1,4}$/.test(reasonCode)) {
    throw new BankFileError(`${endToEndId}: ${JSON.stringify(reasonCode)} is not a reason code`)
  }
  const reason =
    reasonCode === undefined
      ? ''
      : `        <StsRsnInf><Rsn><Cd>${reasonCode}</Cd></Rsn></StsRsnInf>\n`
  return `      <TxInfAndSts>
        <OrgnlEndToEndId>${escapeXml(endToEndId)}</OrgnlEndToEndId>
        <TxSts>${status}</TxSts>
${reason}      </TxInfAndSts>
`
}
