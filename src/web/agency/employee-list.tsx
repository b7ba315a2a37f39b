import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { Address } from '../ui/keep-together.tsx'
import { Question } from '../ui/question.tsx'
import { localDayOf } from '../ui/format-date.ts'
import { StateBadge, type Tone } from '../ui/state-badge.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { formatDay } from '../ui/table/format-day.ts'
import { ShortTable } from '../ui/table/short-table.tsx'
import type { TableColumn } from '../ui/table/table-types.ts'

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

const tones: Record<Person['state'], Tone> = {
  aktiv: 'ok',
  eingeladen: 'waits',
  ausgeschieden: 'neutral',
}
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`
const isChangeable = ({ role, state }: Person) => role === 'employee' && state !== 'ausgeschieden'

export function EmployeeList({
  people,
  answer,
}: {
  people: Person[]
  answer: FormAnswer | undefined
}) {
  const t = useTexts('agency')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{t('employees.listTitle')}</h2>
      {people.length < 2 ? (
        <EmptyList title={t('employees.noneTitle')}>{t('employees.noneText')}</EmptyList>
      ) : null}
      <Asked people={people} answer={answer} />
      <ShortTable
        title={t('employees.listTitle')}
        page="AgencyEmployees"
        columns={useColumns()}
        rows={people}
        idOf={({ id }) => id}
        nameOf={nameOf}
        none={{ title: t('employees.noneTitle'), text: t('employees.noneText') }}
      />
    </div>
  )
}

function useColumns(): TableColumn<Person>[] {
  const { locale } = usePage()
  const t = useTexts('agency')
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('employees.name'),
        kind: 'person',
        cell: (person) => <span className="whitespace-normal">{nameOf(person)}</span>,
      },
      {
        id: 'email',
        title: t('field.email'),
        card: 'fact',
        cell: ({ email }) => (
          // Not anywhere: a column would then be as narrow as a letter.
          <span className="inline-block max-w-full wrap-break-word md:py-1 whitespace-normal">
            <Address email={email} />
          </span>
        ),
      },
      {
        id: 'number',
        title: t('employees.number'),
        card: 'amount',
        cell: ({ employeeNumber }) => employeeNumber,
      },
      {
        id: 'state',
        title: t('employees.state'),
        kind: 'state',
        card: 'state',
        cell: ({ role, state }) =>
          role === 'employee' ? (
            <StateBadge tone={tones[state]} text={t(`employees.${state}`)} />
          ) : (
            <StateBadge tone="neutral" text={t('role.owner')} />
          ),
      },
      {
        id: 'left',
        title: t('employees.leftOn'),
        kind: 'date',
        card: 'date',
        has: ({ leftAt }) => leftAt !== null,
        cell: ({ leftAt }) => (leftAt ? formatDay(localDayOf(leftAt), locale) : null),
      },
      {
        id: 'acts',
        title: t('employees.acts'),
        card: 'acts',
        has: isChangeable,
        cell: (person) => (isChangeable(person) ? <Acts person={person} /> : null),
      },
    ],
    [t, locale],
  )
}

function Acts({ person }: { person: Person }) {
  const t = useTexts('agency')
  return (
    <span className="flex flex-wrap items-center gap-2 md:py-1">
      {(['reset', 'remove'] as const).map((intent) => (
        <PageLink
          key={intent}
          page="AgencyEmployees"
          values={{ [intent]: person.id }}
          preventScrollReset
          aria-label={t(`employees.${intent}Full`, { name: nameOf(person) })}
          className={controlClass(intent === 'remove' ? 'danger' : 'plain')}
        >
          {t(`employees.${intent}Open`)}
        </PageLink>
      ))}
    </span>
  )
}

/** The question that the address, or a refused answer, is about. */
function Asked({ people, answer }: { people: Person[]; answer: FormAnswer | undefined }) {
  const t = useTexts('agency')
  const [search] = useSearchParams()
  const intent = answer?.values.intent ?? (search.has('remove') ? 'remove' : 'reset')
  const wanted = answer ? answer.values.id : search.get(intent)
  const person = people.find((one) => one.id === wanted && isChangeable(one))
  if (!person || (intent !== 'remove' && intent !== 'reset')) return null
  return (
    <Question
      key={`${intent}-${person.id}`}
      id={`${intent}-${person.id}`}
      title={t(`employees.${intent}Title`, { name: nameOf(person) })}
      text={t(`employees.${intent}Text`, { email: person.email })}
      values={{ intent, id: person.id }}
      submit={t(`employees.${intent}Submit`)}
      cancel={{ page: 'AgencyEmployees', label: t('cancel') }}
      answer={answer}
      tone={intent === 'remove' ? 'danger' : 'info'}
    />
  )
}
