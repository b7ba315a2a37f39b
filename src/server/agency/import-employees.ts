import type { AnswerOf } from '../../contract/endpoint.ts'
import { importEmployees as endpoint } from '../../contract/agentur-mitarbeiter.ts'
import { say, type Said } from '../../domain/say.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { serve } from '../serve.ts'
import { limitAdding } from './limit-adding.ts'
import { judgeEmployee, placeEmployee, type Placed } from './place-employee.ts'
import { readEmployeeFile, type FileProblem } from './read-employee-file.ts'
import { agencyUserOf } from './session.ts'

const reasons: Record<FileProblem | 'email-taken' | 'number-taken' | 'mails', Said> = {
  quote: {
    de: 'Ein Anführungszeichen ist nicht geschlossen.',
    en: 'A quotation mark is not closed.',
  },
  empty: { de: 'Eine nötige Angabe fehlt.', en: 'A required value is missing.' },
  name: { de: 'Das ist kein Name.', en: 'This is not a name.' },
  email: { de: 'Das ist keine E-Mail-Adresse.', en: 'This is not an e-mail address.' },
  number: {
    de: 'Die Mitarbeiternummer hat Zeichen, die nicht möglich sind.',
    en: 'The employee number has characters that are not possible.',
  },
  twice: {
    de: 'Adresse oder Nummer stehen weiter oben in der Datei schon einmal.',
    en: 'The address or the number stands further up in the file already.',
  },
  'too-many': {
    de: 'Mehr als 250 Zeilen auf einmal sind nicht möglich.',
    en: 'More than 250 lines at once are not possible.',
  },
  'email-taken': {
    de: 'Diese Adresse ist schon vergeben.',
    en: 'This address is already taken.',
  },
  'number-taken': {
    de: 'Diese Mitarbeiternummer ist schon vergeben.',
    en: 'This employee number is already taken.',
  },
  mails: {
    de: 'Diese Person hat heute schon mehrere Einladungen bekommen. Bitte versuchen Sie es morgen wieder.',
    du: 'Diese Person hat heute schon mehrere Einladungen bekommen. Bitte versuch es morgen wieder.',
    en: 'This person has had several invitations today. Please try again tomorrow.',
  },
}

const outcomes = {
  new: 'neu',
  back: 'wieder',
  there: 'vorhanden',
  'email-taken': 'fehler',
  'number-taken': 'fehler',
  mails: 'fehler',
} as const satisfies Record<Placed['kind'], string>

/** Imports users, valid lines whatever the others; a dry run changes nothing. */
export const importEmployees = serve(endpoint, async (call) => {
  const { deps, tenant, body, locale } = call
  const { agencyId } = agencyUserOf(call.caller)
  const file = readEmployeeFile(body.csv)
  const good = file.lines.filter(({ problem }) => problem === null)
  if (good.length > 0)
    await limitAdding(
      call,
      agencyId,
      good.length,
      body.dryRun ? 'look-at-employee' : 'add-employee',
    )
  return call.transaction(async (tx) => {
    const lines: AnswerOf<typeof endpoint>['lines'] = []
    for (const { line, person, problem } of file.lines) {
      const kind =
        problem ??
        (body.dryRun
          ? (await judgeEmployee(tx, tenant.code, agencyId, person)).kind
          : (await placeEmployee(tx, deps, tenant.code, agencyId, person, locale)).kind)
      const outcome = kind in outcomes ? outcomes[kind as Placed['kind']] : 'fehler'
      lines.push({
        line,
        outcome,
        reason: kind in reasons ? say(reasons[kind as keyof typeof reasons], call) : null,
        name: `${person.firstName} ${person.lastName}`.trim().slice(0, 160),
        email: person.email.slice(0, 254),
      })
    }
    const counted = (wanted: string[]) =>
      lines.filter(({ outcome }) => wanted.includes(outcome)).length
    const report = {
      missing: file.missing,
      added: counted(['neu', 'wieder']),
      refused: counted(['fehler']),
      lines,
    }
    if (!body.dryRun)
      await audit(tx, tenant.code, {
        at: call.now,
        actor: actorOf(call.caller),
        action: 'import-employees',
        subjectKind: 'agency',
        subjectId: agencyId,
        details: { added: report.added, refused: report.refused },
      })
    return report
  })
})
