import { useSearchParams } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'

export type Person = {
  id: string
  role: 'owner' | 'inactive-owner' | 'employee'
  state: 'aktiv' | 'eingeladen' | 'ausgeschieden'
  firstName: string
  lastName: string
  email: string
  employeeNumber: string
  addedAt: string
  leftAt: string | null
}

export function EmployeeList({
  people,
  answer,
}: {
  people: Person[]
  answer: FormAnswer | undefined
}) {
  const t = useTexts('agency')
  const only = people.length < 2
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="sr-only">
        {t('employees.listTitle')}
      </h2>
      {only ? (
        <div className="mb-4 rounded-card border border-hairline bg-tint p-5">
          <p className="font-bold">{t('employees.noneTitle')}</p>
          <p className="mt-1">{t('employees.noneText')}</p>
        </div>
      ) : null}
      <ul className="overflow-hidden rounded-card border border-hairline bg-surface">
        {people.map((person) => (
          <Line key={person.id} person={person} answer={answer} />
        ))}
      </ul>
    </section>
  )
}

const tones = {
  aktiv: 'bg-success-tint text-success',
  eingeladen: 'bg-tint text-primary',
  ausgeschieden: 'bg-background text-muted',
} as const

function Line({ person, answer }: { person: Person; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('agency')
  const [search] = useSearchParams()
  const { firstName, lastName, state, role } = person
  const name = `${firstName} ${lastName}`
  const own = answer?.values.id === person.id ? answer : undefined
  const asked = own
    ? own.values.intent
    : search.get('remove') === person.id
      ? 'remove'
      : search.get('reset') === person.id
        ? 'reset'
        : null
  const changeable = role === 'employee' && state !== 'ausgeschieden'
  return (
    <li className="border-b border-hairline p-4 last:border-b-0">
      <div className="grid items-center gap-x-6 gap-y-2 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_19rem]">
        <div className="min-w-0">
          <p className="font-bold wrap-anywhere">{name}</p>
          <p className="text-base wrap-anywhere text-muted">{person.email}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          <span className={`rounded-field px-2 py-0.5 font-semibold ${tones[state]}`}>
            {role === 'employee' ? t(`employees.${state}`) : t('role.owner')}
          </span>
          <span className="text-muted">
            {t('employees.number', { number: person.employeeNumber })}
          </span>
          {person.leftAt ? (
            <span className="text-muted">
              {t('employees.leftOn', { date: formatDate(localDayOf(person.leftAt), locale) })}
            </span>
          ) : null}
        </div>
        {changeable ? (
          <div className="flex flex-wrap gap-x-4 md:col-span-2 xl:col-span-1 xl:justify-end">
            {(['reset', 'remove'] as const).map((intent) => (
              <PageLink
                key={intent}
                page="AgencyEmployees"
                values={{ [intent]: person.id }}
                preventScrollReset
                aria-label={t(`employees.${intent}Full`, { name })}
                className="inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:no-underline"
              >
                {t(`employees.${intent}Open`)}
              </PageLink>
            ))}
          </div>
        ) : null}
      </div>
      {changeable && (asked === 'remove' || asked === 'reset') ? (
        <Question person={person} intent={asked} answer={own} />
      ) : null}
    </li>
  )
}

/** Asks for confirmation; a state of the address, to work without script. */
function Question({
  person,
  intent,
  answer,
}: {
  person: Person
  intent: 'remove' | 'reset'
  answer: FormAnswer | undefined
}) {
  const t = useTexts('agency')
  const name = `${person.firstName} ${person.lastName}`
  return (
    <div
      className={`mt-4 rounded-field border-2 p-4 ${
        intent === 'remove' ? 'border-danger bg-danger-tint' : 'border-primary bg-tint'
      }`}
    >
      <p className="font-bold">{t(`employees.${intent}Title`, { name })}</p>
      <p className="mt-1 mb-4">{t(`employees.${intent}Text`, { email: person.email })}</p>
      <PageForm id={`${intent}-${person.id}`} rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="id" value={person.id} />
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton kind={intent === 'remove' ? 'danger' : 'primary'}>
            {t(`employees.${intent}Submit`)}
          </SubmitButton>
          <PageLink page="AgencyEmployees" className={buttonClass('secondary')} preventScrollReset>
            {t('cancel')}
          </PageLink>
        </div>
      </PageForm>
    </div>
  )
}
