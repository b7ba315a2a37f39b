import { z } from 'zod'
import { bankFileReasons } from '../domain/bank-file-reasons.ts'
import { largestBankFile } from '../domain/bank-line.ts'
import { bankUploadNotes, bankUploadStates, bankUploadStops } from '../domain/bank-upload.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Files of the bank that people bring: kept until a job has applied them.

const access = { caller: 'operator', console: 'any' } as const

const fields = {
  id: ['Id', z.string()],
  name: ['Name', z.string().nullable()],
  state: ['Stand', z.enum(bankUploadStates)],
  madeBy: ['Von', z.string().nullable()],
  madeAt: ['Am', instant],
} as const

export const uploadBankFile = endpoint({
  ...access,
  needs: ['create', 'payouts'],
  name: 'uploadBankFile',
  method: 'POST',
  path: '/betrieb/bankdateien',
  summary:
    'Takes a file of the bank in base64 (pain.002, camt.052, camt.053, camt.054, or a zip of them), at most 8 MB, which a job applies, one after the other; twice does nothing twice',
  body: shape({
    name: [
      'Name',
      z
        .string()
        .trim()
        .min(1)
        .max(120)
        .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
        .optional(),
    ], // one line
    file: [
      'Datei',
      z
        .string()
        .min(1)
        .max(Math.ceil(largestBankFile / 3) * 4),
    ],
  }),
  answer: shape({ id: ['Id', z.string()] }),
  errors: ['session-missing', 'not-authorised', 'validation', 'too-many-requests'],
})

export const listBankUploads = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'listBankUploads',
  method: 'GET',
  path: '/betrieb/bankdateien',
  summary: 'The last files of the bank that people brought',
  answer: shape({ files: ['Dateien', z.array(shape(fields))] }),
  errors: ['session-missing', 'not-authorised'],
})

export const showBankUpload = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'showBankUpload',
  method: 'GET',
  path: '/betrieb/bankdateien/:id',
  summary: 'A file that somebody brought: how far its job is, and what came of it',
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({
    ...fields,
    endedAt: ['BeendetAm', instant.nullable()],
    part: ['Teil', count], // of the files in it; 0: it is being read
    parts: ['Teile', count],
    done: ['Erledigt', count], // payments of this part
    payments: ['Zahlungen', count],
    isAnew: ['Neubegonnen', flag], // interrupted once: what was applied before counts as known, or a part of a stopped one is in
    why: ['Weshalb', z.enum(bankUploadStops).nullable()],
    problem: ['Fehler', z.string().nullable()],
    report: [
      'Ergebnis',
      shape({
        kind: ['Art', z.string()],
        newLines: ['NeueBuchungen', count],
        openLines: ['OffeneBuchungen', count],
        invoicesPaid: ['BezahlteRechnungen', count],
        invoicesReversed: ['ZurueckgebuchteRechnungen', count],
        settled: ['Ausgefuehrt', count],
        failed: ['Gescheitert', count], // all of those that follow
        asked: ['NeuesKontoErfragt', count],
        dueAgain: ['ErneutFaellig', count],
        held: ['Angehalten', count],
        ended: ['NichtMehrGeschuldet', count],
        waiting: ['WartenAufZweite', count],
        pending: ['Angekuendigt', count],
        alreadyDone: ['Bekannt', count],
        unclear: ['Ungeklaert', count], // refused, or of nobody and no line of the account
        payees: [
          'Empfaengerpruefung', // what is news of the check of payees
          shape({
            match: ['Treffer', count],
            close: ['Aehnlich', count],
            none: ['KeinTreffer', count],
            impossible: ['NichtMoeglich', count],
          }),
        ],
        notes: [
          'Angaben', // the first of each kind
          z.array(
            shape({
              kind: ['Art', z.enum(bankUploadNotes)],
              id: ['Kennung', z.string()],
              reasons: ['Gruende', z.string().nullable()], // the bank's, in words
              code: ['Code', z.enum(bankFileReasons).nullable()], // ours
              why: ['Weshalb', z.string().nullable()], // the same in words
              detail: ['Einzelheit', z.string().nullable()], // in English, of what has no code
              // What it is about, as far as it is known here.
              cents: ['BetragCent', cents.nullable()],
              line: ['BuchungId', z.string().nullable()],
              payout: ['AuszahlungId', z.string().nullable()],
              reward: ['PraemieId', z.string().nullable()],
            }),
          ),
        ],
      }).nullable(),
    ],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})
