import { z } from 'zod'
import { exportRecipient } from '../../contract/empfaenger-konto.ts'
import { exportAccount } from '../../contract/empfehler-konto.ts'
import { normaliseEmail } from '../../domain/email.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { listPasskeys } from '../access/passkey-store.ts'
import { findAccountByEmail } from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { listRequestsOf } from '../account/goodwill-request-store.ts'
import { listNotes } from '../base/note-store.ts'
import { readProofs } from '../base/proof-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { accountFile } from '../payout/export-account.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientFile } from '../reward/export-recipient.ts'
import { listReviewWords } from '../reward/review-question-store.ts'
import { fail } from '../errors.ts'
import { isOwnAddress } from './own-case.ts'
import { listRecipientNumbers, readOtherTraces } from './person-store.ts'

/**
 * All data of an address at a tenant, on request by letter (Art. 15 GDPR): the users' own exports and the rest. Null if none.
 * The audit log records the read, by number.
 */
export async function exportPerson(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  typed: string,
  actor: Actor,
): Promise<Record<string, unknown> | null> {
  const email = normaliseEmail(typed)
  const [now, today] = [deps.clock.now(), deps.clock.today()]
  if (actor.kind === 'operator' && (await isOwnAddress(tx, deps, tenant.code, actor.id, email)))
    throw fail('own-case')
  const account = await findAccountByEmail(tx, tenant.code, email)
  const own = account
    ? await accountFile(tx, tenant.code, account.account_id, { now, today, keys: null })
    : null
  const recipients = []
  for (const { number } of await listRecipientNumbers(tx, tenant.code, email)) {
    const found = await findOwnRecipient(tx, tenant.code, number)
    if (found)
      recipients.push({ found, file: await recipientFile(tx, tenant.code, found, { now, today }) })
  }
  const traces = await readOtherTraces(tx, tenant.code, email)
  // Kept for years after everything else; found by address only.
  const proofs = await readProofs(tx, deps.keys, tenant.code, email)
  const requests = account ? await listRequestsOf(tx, tenant.code, account.account_id) : []
  const notes = await listNotes(tx, tenant.code, {
    accountId: account?.account_id ?? null,
    numbers: recipients.map(({ found }) => found.number),
  })
  const passkeys = account
    ? await listPasskeys(tx, tenant.code, { caller: 'referrer' }, account.account_id)
    : []
  for (const { user_id } of traces.agencyUsers)
    passkeys.push(...(await listPasskeys(tx, tenant.code, { caller: 'agency' }, user_id)))
  for (const { partner_id } of traces.partners)
    passkeys.push(...(await listPasskeys(tx, tenant.code, { caller: 'sales-partner' }, partner_id)))
  const words = await listReviewWords(tx, tenant.code, {
    accountId: account?.account_id ?? null,
    numbers: recipients.map(({ found }) => found.number),
  })
  const subjects = [
    ...(own ? [['account', account!.account_id]] : []),
    ...recipients.map(({ found }) => ['recipient', found.number]),
    ...traces.agencyUsers.map(({ user_id }) => ['agency-user', user_id]),
    ...traces.partners.map(({ partner_id }) => ['sales-partner', partner_id]),
    ...traces.invitations.map(({ invitation_id }) => ['invitation', invitation_id]),
  ] as [string, string][]
  const rest = traces.mails.length + proofs.length
  if (subjects.length + rest === 0) return null
  for (const [subjectKind, subjectId] of subjects.length > 0
    ? subjects
    : ([['tenant', tenant.code]] as const))
    await audit(tx, tenant.code, {
      at: now,
      actor,
      action: 'person-exported',
      subjectKind,
      subjectId,
    })
  return {
    Anbieter: tenant.legalName,
    Adresse: email,
    ErstelltAm: now.toString(),
    Empfehler: own ? z.encode(exportAccount.answer!, own.file) : null,
    Empfaenger: recipients.map(({ file }) => z.encode(exportRecipient.answer!, file)),
    Agentur: traces.agencyUsers.map((user) => ({
      Agenturnummer: user.agency,
      Rolle: user.role === 'owner' ? 'Inhaber' : 'Mitarbeiter',
      Anrede: user.salutation,
      Vorname: user.first_name,
      Nachname: user.last_name,
      Mitarbeiternummer: user.employee_number,
      Sprache: user.language,
      AngelegtAm: user.created_at.toString(),
      BestaetigtAm: user.confirmed_at?.toString() ?? null,
      AusgeschiedenAm: user.left_at?.toString() ?? null,
    })),
    Verkaufspartner: traces.partners.map((partner) => ({
      Nummer: partner.number,
      Vorname: partner.first_name,
      Nachname: partner.last_name,
      Strasse: partner.street,
      PLZ: partner.zip,
      Ort: partner.city,
      UmsatzsteuerId: partner.vat_id,
      Steuernummer: partner.tax_number,
      Kontoinhaber: partner.holder,
      Iban: partner.iban_mask,
      Status: partner.state,
      AngelegtAm: partner.created_at.toString(),
    })),
    Einladungen: traces.invitations.map((invitation) => ({
      Agenturnummer: invitation.agency,
      Agentur: invitation.agency_name,
      EingeladenVon: invitation.agent,
      Vorname: invitation.first_name,
      Nachname: invitation.last_name,
      Gespraech: invitation.conversation === 'by-phone' ? 'am Telefon' : 'vor Ort',
      Status: invitation.state,
      EingeladenAm: invitation.created_at.toString(),
      GueltigBis: invitation.expires_on,
      BeendetAm: invitation.ended_at?.toString() ?? null,
    })),
    Passkeys: passkeys.map((passkey) => ({
      Name: passkey.name,
      AngelegtAm: passkey.created_at.toString(),
      ZuletztBenutztAm: passkey.last_used_at?.toString() ?? null,
    })),
    Zustimmungen: traces.consents.map((consent) => ({
      Art: consent.kind,
      Fassung: consent.version,
      Erteilt: consent.given,
      Am: consent.at.toString(),
      Text: consent.text,
    })),
    Nachweise: proofs.map((proof) => ({
      Formular: proof.form,
      Kanal: proof.channel,
      Art: proof.kind,
      Fassung: proof.version,
      Text: proof.words,
      ErteiltAm: proof.at.toString(),
      BestaetigtAm: proof.confirmed_at?.toString() ?? null,
      BestaetigtDurch: proof.confirmed_by,
      BeendetAm: proof.withdrawn_at?.toString() ?? null,
      AufbewahrtBis: proof.keep_until,
    })),
    Pruefungen: words.map(({ asked, said, at }) => ({
      Am: at.toString(),
      Frage: asked, // null: an objection to a refusal
      Text: said,
    })),
    Kulanzvorschlaege: requests.map(({ cents, reason, proposed_at, outcome }) => ({
      WertCent: cents,
      Grund: reason,
      Am: proposed_at.toString(),
      Ergebnis: outcome,
    })),
    Notizen: notes.map(({ text, at }) => ({ Text: text, Am: at.toString() })),
    Nachrichten: traces.mails.map((mail) => ({
      Vorlage: mail.template,
      AngelegtAm: mail.created_at.toString(),
      VersendetAm: mail.sent_at?.toString() ?? null,
    })),
  }
}
