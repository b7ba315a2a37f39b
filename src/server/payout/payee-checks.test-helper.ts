type Checked = { id: string; status: string; name?: string; debtor?: string }

/** A check of payees (pain.002) with any statuses. */
export const checkReport = (
  messageId: string,
  group: string | null,
  payments: readonly Checked[],
  counts: Record<string, number> = {},
) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>V1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>
    <OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group ? `<GrpSts>${group}</GrpSts>` : ''}</OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${Object.entries(counts)
      .map(
        ([status, count]) =>
          `<NbOfTxsPerSts><DtldNbOfTxs>${count}</DtldNbOfTxs><DtldSts>${status}</DtldSts></NbOfTxsPerSts>`,
      )
      .join('')}${payments
      .map(
        ({ id, status, name, debtor }) =>
          `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>` +
          (name ? `<StsRsnInf><AddtlInf>${name}</AddtlInf></StsRsnInf>` : '') +
          (debtor
            ? `<OrgnlTxRef><DbtrAcct><Id><IBAN>${debtor}</IBAN></Id></DbtrAcct></OrgnlTxRef>`
            : '') +
          '</TxInfAndSts>',
      )
      .join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
  )
