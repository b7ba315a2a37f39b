import type { FormAnswer } from '../ui/form/form-answer.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import type { AgencyRecord } from './load-record.ts'
import type { Decided } from './order-list.tsx'
import { OrderQuestion } from './order-question.tsx'
import { OrderResults } from './order-results.tsx'
import { Record } from './record.tsx'
import { useMayRelease } from './use-may-release.ts'

export function OrderRecord({
  record,
  answer,
}: {
  record: AgencyRecord
  answer: Decided | FormAnswer | undefined
}) {
  const t = useTexts('agencyReports')
  const mayRelease = useMayRelease()
  const { row } = record
  const isAsked = answer !== undefined && 'asked' in answer
  return (
    <Record record={record} page="AgencyOrderReport">
      {answer && 'results' in answer ? <OrderResults answer={answer} /> : null}
      {isAsked ? <OrderQuestion asked={answer} rows={[row]} /> : null}
      {mayRelease && row.isReleasable && !isAsked ? (
        <PageForm
          id="order"
          rules={{}}
          labels={{}}
          answer={answer && 'errors' in answer ? answer : undefined}
          draft={false}
        >
          <input type="hidden" name="order" value={row.id} />
          <div className="mt-3 flex flex-wrap gap-2">
            {(['release', 'refuse'] as const).map((what) => (
              <button
                key={what}
                type="submit"
                name="intent"
                value={`ask-${what}`}
                className={controlClass(what === 'release' ? 'primary' : 'danger')}
              >
                {t(`${what}.one`)}
              </button>
            ))}
          </div>
        </PageForm>
      ) : null}
    </Record>
  )
}
