import * as contract from '../../contract/betrieb-bankdateien.ts'
import { largestBankFile } from '../../domain/bank-line.ts'
import { keptDays, keptSince } from '../../domain/retention.ts'
import { say, type Listener, type Said } from '../../domain/say.ts'
import { audit } from '../base/audit-store.ts'
import { countTry, hour, tooManyRequests } from '../base/limits.ts'
import { isUuid, uuidv7 } from '../base/uuid.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { checkBankFileForm } from '../gateways/bank-files/check-bank-file-form.ts'
import { BankFileError } from '../gateways/bank-files/bank-file-error.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { bankUploadPlace } from '../payout/places.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { personOf } from '../team/sign-in.ts'
import { findNamedInFile } from './bank-upload-named-store.ts'
import { idsIn, showReport } from './bank-upload-report.ts'
import {
  findUpload,
  forgetUploads,
  insertUpload,
  listOldOpenUploads,
  listUploads,
  takeSilentUploads,
  type BankUpload,
} from './bank-upload-store.ts'
import { applyJob, stopUpload } from './run-bank-upload.ts'

export const filesPerHour = 100
const shown = 20
export const silentMinutes = 5 // jobs are tried again by themselves before, or as their tries say

const texts = {
  file: { de: 'Nichts davon ist eingelesen', en: 'This bank file cannot be used' },
  large: {
    de: 'Die Datei ist größer als 8 MB: Sie kommt über den Ordner oder die Kommandozeile.',
    en: 'The file is larger than 8 MB: it goes through the folder or the command line.',
  },
} satisfies Record<string, Said>

const problemText = (why: { german: string; english: string }, listener: Listener) =>
  `${say(texts.file, listener)}: ${listener.locale === 'de' ? why.german : why.english}.`

export const uploadBankFile = serve(contract.uploadBankFile, async (call) => {
  const { deps, tenant, body, now: at, realNow } = call
  const { operatorId } = personOf(call)
  const limits = [{ bucket: `bank-file|${operatorId}`, most: filesPerHour, windowSeconds: hour }]
  const wait = await withTenant(deps.db, tenant.code, (tx) =>
    countTry(tx, tenant.code, limits, realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
  const bytes = Buffer.from(body.file, 'base64')
  if (bytes.length > largestBankFile) throw invalid(say(texts.large, call))
  try {
    checkBankFileForm(bytes)
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error
    throw invalid(problemText({ german: error.german, english: error.message }, call))
  }
  const id = uuidv7()
  const actor = actorOf(call.caller)
  const contentEncrypted = deps.keys.encrypt(
    bytes.toString('base64'),
    bankUploadPlace(tenant.code, id),
  )
  const file = {
    id,
    name: body.name ?? null,
    contentEncrypted,
    bytes: bytes.length,
    by: operatorId,
    role: actor.role ?? null,
    session: actor.session ?? null,
  }
  await call.transaction(async (tx) => {
    await insertUpload(tx, tenant.code, file, at, realNow)
    await audit(tx, tenant.code, {
      at,
      actor,
      action: 'bank-file-uploaded',
      subjectKind: 'bank-upload',
      subjectId: id,
      change: { before: null, after: { state: 'waiting', bytes: bytes.length } },
    })
    await enqueue(tx, tenant.code, applyJob, { uploadId: id })
  })
  return { id }
})

const invalid = (message: string) => fail('validation', { fields: [{ field: 'Datei', message }] })

const viewOf = (row: BankUpload, names: ReadonlyMap<string, string>) => ({
  id: row.upload_id,
  name: row.name,
  state: row.state,
  madeBy: names.get(row.made_by) ?? null,
  madeAt: row.made_at.toString(),
})

export const listBankUploads = serve(contract.listBankUploads, ({ tenant, transaction }) =>
  transaction(async (tx) => {
    const files = await listUploads(tx, tenant.code, shown)
    const makers = files.map(({ made_by }) => made_by)
    const names = await operatorNames(tx, tenant.code, makers)
    return { files: files.map((row) => viewOf(row, names)) }
  }),
)

export const showBankUpload = serve(contract.showBankUpload, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params } = call
    const found = isUuid(params.id) ? await findUpload(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const names = await operatorNames(tx, tenant.code, [found.made_by])
    const { report } = found
    const named = await findNamedInFile(tx, tenant.code, report ? idsIn(report) : [])
    const { problem_de: german, problem_en: english } = found
    return {
      ...viewOf(found, names),
      endedAt: found.ended_at?.toString() ?? null,
      part: found.part,
      parts: found.parts,
      done: found.done,
      payments: found.payments,
      isAnew: found.tries > (found.state === 'stopped' ? 0 : 1),
      why: found.why,
      problem: german && english ? problemText({ german, english }, call) : null,
      report: report && showReport(report, named, call.locale),
    }
  }),
)

/** Queues those anew whose job is gone, or that wait behind one that is. Idempotent. */
export const resumeBankUploads = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<void> =>
  withTenant(db, tenant, async (tx) => {
    const now = clock.realNow()
    for (const uploadId of await takeSilentUploads(tx, tenant, silentMinutes, now))
      await enqueue(tx, tenant, applyJob, { uploadId })
  })

/** Ends files that no job could, and deletes old results. Idempotent. */
export const forgetBankUploads = (
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  tenant: string,
): Promise<void> =>
  withTenant(deps.db, tenant, async (tx) => {
    const before = (days: number) => keptSince(deps.clock.today(), days)
    for (const id of await listOldOpenUploads(tx, tenant, before(keptDays.bankUpload)))
      await stopUpload(tx, deps, tenant, { id, tries: null }, 'broken-off')
    await forgetUploads(tx, tenant, before(keptDays.bankUploadResult))
  })
