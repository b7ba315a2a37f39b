import * as fileContract from '../../contract/betrieb-auskunft.ts'
import * as contract from '../../contract/betrieb-person.ts'
import { audit } from '../base/audit-store.ts'
import { insertNote } from '../base/note-store.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { openAreaAs, setBlockAs } from './decide-as.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { accountOf, decideAbout, decideAboutAnyone, subjectOf } from './find-person.ts'
import { giveGoodwill } from './give-goodwill.ts'
import { lockSeen } from './lock-seen.ts'
import { operatorOf } from './reward-list.ts'

export const blockPerson = serve(contract.blockPerson, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body } = call
    const { person, actor } = await decideAbout(tx, call, params.person, body.reason)
    await lockSeen(tx, call, person)
    const block = { email: accountOf(person).email, blocked: body.blocked }
    const done = await setBlockAs(tx, deps, tenant.code, block, actor)
    return { isChanged: done === 'done' }
  }),
)

export const addPersonNote = serve(contract.addPersonNote, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body, now: at } = call
    const { person, actor } = await decideAbout(tx, call, params.person)
    const kind = person.account ? 'account' : 'recipient'
    const note = { text: body.text, operatorId: actor.id, at }
    await insertNote(tx, tenant.code, { kind, id: person.id }, note)
    // Without the text: it goes with the person, the log stays.
    await audit(tx, tenant.code, {
      at,
      actor,
      action: 'person-noted',
      ...subjectOf(person),
    })
    return {}
  }),
)

export const grantPersonGoodwill = serve(contract.grantPersonGoodwill, (call) =>
  call.transaction(async (tx) => {
    const { params, body } = call
    const { person, actor } = await decideAbout(tx, call, params.person, body.reason)
    const { roles } = operatorOf(call.caller)
    return { outcome: await giveGoodwill(tx, call, accountOf(person), body, actor, roles) }
  }),
)

export const openPersonArea = serve(contract.openPersonArea, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body } = call
    // A link is for a person, not for a script.
    personOf(call)
    const { person, actor } = await decideAbout(tx, call, params.person, body.reason)
    const { url, expiresAt } = await openAreaAs(tx, deps, tenant, accountOf(person), actor)
    return { link: url, validUntil: expiresAt.toString() }
  }),
)

export const openPersonFile = serve(fileContract.openPersonFile, (call) =>
  call.transaction(async (tx) => {
    const { provedUntil } = personOf(call)
    await decideAboutAnyone(tx, call, call.params.person)
    if (!provedUntil) throw fail('proof-needed')
    return { validUntil: provedUntil.toString() }
  }),
)

export const exportPersonFile = serve(fileContract.exportPersonFile, async (call) => {
  const { deps, tenant, params, query, reply, today } = call
  const file = await call.transaction(async (tx) => {
    const { person, actor } = await decideAboutAnyone(tx, call, params.person, query.way)
    return exportPerson(tx, deps, tenant, person.email, actor)
  })
  if (!file) throw fail('not-found')
  const name = `auskunft-${tenant.code}-${today.toString()}.json`
  reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type('application/json; charset=utf-8')
  await reply.send(`${JSON.stringify(file, null, 2)}\n`)
  return undefined
})

export const erasePersonAs = serve(contract.erasePersonAs, (call) =>
  // A parallel confirmation or collection; the retry sees it.
  retryConflict(() =>
    call.transaction(async (tx) => {
      const { deps, tenant, params, body } = call
      const { person, actor } = await decideAboutAnyone(tx, call, params.person, body.reason)
      const asked = { email: person.email, waive: body.waive, actor }
      const erased = await erasePerson(tx, deps, tenant, asked)
      return {
        outcome:
          erased.account === 'not-waived' ? ('nicht-verzichtet' as const) : ('geloescht' as const),
        kept: erased.recipients.filter(({ keptFor }) => keptFor.length > 0).length,
      }
    }),
  ),
)
