import { operatorAbilities } from '../../domain/operator-abilities.ts'
import type { BankUploadStop } from '../../domain/bank-upload.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { BankFileError } from '../gateways/bank-files/bank-file-error.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { bankUploadPlace } from '../payout/places.ts'
import { rolesAtWork } from '../team/still-at-work.ts'
import { keepReport } from './bank-upload-report.ts'
import {
  endUpload,
  findNextUpload,
  giveTurnBack,
  lockFreeUpload,
  noteUpload,
  takeTurn,
  touchUpload,
  type BankUpload,
  type UploadEnd,
} from './bank-upload-store.ts'
import { applyBankFileAs } from './pay-as.ts'

export const applyJob = 'apply-bank-file'

/** As often as the queue tries by itself. */
const mostTries = 8

/** A try that was silent for longer has died. */
const silentSeconds = 60
const touchEveryMs = 10_000

/**
 * The job 'apply-bank-file': a file that somebody uploaded, as that person and with the rights they have now. One of a tenant at a time, and one
 * try of it; whichever ends queues the next. After a crash it is applied from the start, which changes nothing that is there.
 */
export async function runBankUpload(
  deps: Deps,
  code: string,
  uploadId: string,
  signal: AbortSignal,
): Promise<void> {
  const begun = await retryConflict(() =>
    withTenant(deps.db, code, (tx) => begin(tx, deps, code, uploadId)),
  )
  if (!begun) return
  const { upload, sealed } = begun
  const turn = { id: uploadId, tries: upload.tries + 1 }
  const within = <T>(work: (tx: Tx) => Promise<T>) => withTenant(deps.db, code, work)
  const actor = uploaderOf(upload)
  const end = (as: UploadEnd) => within((tx) => endTurn(tx, deps, code, turn, as, actor))
  let isOver = false
  // Once aborted it falls silent: others may take it, even if it hangs.
  const touch = () => within((tx) => touchUpload(tx, code, turn, deps.clock.realNow()))
  const touching = setInterval(() => {
    if (!signal.aborted) touch().catch(() => undefined) // the next one may get through
  }, touchEveryMs)
  try {
    const bytes = Buffer.from(deps.keys.decrypt(sealed, bankUploadPlace(code, uploadId)), 'base64')
    const report = await applyBankFileAs(deps, code, bytes, actor, {
      async progress(at) {
        signal.throwIfAborted()
        isOver = !(await within((tx) => noteUpload(tx, code, turn, at, deps.clock.realNow())))
        if (isOver) throw new Error('Another try of this file has begun, or it was ended')
      },
    })
    await end({ state: 'done', report: keepReport(report) })
  } catch (error) {
    if (isOver) return
    if (error instanceof BankFileError) {
      const { german, message } = error
      await end({ state: 'refused', german: cut(german), english: cut(message) })
      return
    }
    // A fault that is not the file's: others go first, until the queue tries again. Those that had a fault too wait for the queue as well.
    const isMine = await within((tx) =>
      turn.tries >= mostTries
        ? stopUpload(tx, deps, code, turn, 'broken-off')
        : handOn(tx, deps, code, turn),
    )
    if (isMine) throw error
  } finally {
    clearInterval(touching)
  }
}

async function handOn(
  tx: Tx,
  { clock }: Deps,
  code: string,
  turn: { id: string; tries: number },
): Promise<boolean> {
  if (!(await giveTurnBack(tx, code, turn, clock.realNow()))) return false
  await queueNext(tx, code, { but: turn.id, untried: true })
  return true
}

const cut = (text: string) => text.slice(0, 1_000)

const uploaderOf = ({
  made_by: id,
  made_role: role,
  made_session: session,
}: BankUpload): Actor => ({
  kind: 'operator',
  id,
  ...(role === null ? {} : { role }),
  ...(session === null ? {} : { session }),
})

/** The file as it was before this try, and its content; null: it has ended, may not be applied, or it or another one runs. */
async function begin(
  tx: Tx,
  deps: Deps,
  code: string,
  id: string,
): Promise<{ upload: BankUpload; sealed: string } | null> {
  const now = deps.clock.realNow()
  const upload = await lockFreeUpload(tx, code, id, now.subtract({ seconds: silentSeconds }))
  if (!upload) return null
  const any = { id, tries: null }
  if (upload.tries >= mostTries) {
    await stopUpload(tx, deps, code, any, 'broken-off')
    return null
  }
  const roles = await rolesAtWork(tx, code, upload.made_by, now)
  if (!operatorAbilities(roles).can('create', 'payouts')) {
    await stopUpload(tx, deps, code, any, 'right-ended')
    return null
  }
  const sealed = await takeTurn(tx, code, id, now)
  return sealed === null ? null : { upload, sealed }
}

/** Also of what has waited only. @param turn as of endUpload() */
export const stopUpload = (
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  code: string,
  turn: { id: string; tries: number | null },
  why: BankUploadStop,
): Promise<boolean> => endTurn(tx, deps, code, turn, { state: 'stopped', why }, system)

/** What was applied has its own rows in the log. False: it has ended, or is another try's */
async function endTurn(
  tx: Tx,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  code: string,
  turn: { id: string; tries: number | null },
  end: UploadEnd,
  actor: Actor,
): Promise<boolean> {
  const at = clock.now()
  if (!(await endUpload(tx, code, turn, end, at))) return false
  if (end.state !== 'done')
    await audit(tx, code, {
      at,
      actor,
      action: 'bank-file-not-applied',
      subjectKind: 'bank-upload',
      subjectId: turn.id,
      details: { why: end.state === 'stopped' ? end.why : end.english },
      change: { before: { state: 'waiting' }, after: { state: end.state } },
    })
  const isStopped = end.state === 'stopped'
  if (isStopped && end.why === 'broken-off')
    log.error({ tenant: code, kind: applyJob, id: turn.id }, 'bank file broken off')
  await queueNext(tx, code, { but: turn.id, untried: isStopped })
  return true
}

async function queueNext(
  tx: Tx,
  code: string,
  which: Parameters<typeof findNextUpload>[2],
): Promise<void> {
  const uploadId = await findNextUpload(tx, code, which)
  if (uploadId) await enqueue(tx, code, applyJob, { uploadId })
}
