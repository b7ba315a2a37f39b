import { Bookmark } from 'lucide-react'
import { redirect, useActionData, useParams } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import type { ConsolePage } from '../../contract/console-pages.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { callApi } from '../runtime/api.ts'
import { href, valuesIn } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { maxLength, required, textOf, type Rules } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { tableValues, type TableQuery, type TableSpec } from '../ui/table/table-address.ts'
import { TablePopover } from '../ui/table/table-popover.tsx'
import { RowForm } from '../ui/form/row-form.tsx'
import { undoOf } from './undo.tsx'

export type Views = AnswerOf<Endpoints['listViews']>['views']

type Asked = Pick<ActionFunctionArgs, 'context' | 'request' | 'params'>

export async function loadViews({ context, params }: Asked, page: ConsolePage): Promise<Views> {
  const body = { place: params['mandant'] ?? '', page }
  return (await callApi(pageOf(context), 'listViews', { body })).views
}

/** The answer to the forms of ListViews; null for any other form. The list stays as it was. */
export async function changeViews(asked: Asked, form: FormData, list: ConsolePage) {
  const page = pageOf(asked.context)
  const place = asked.params['mandant'] ?? ''
  const intent = textOf(form, 'intent')
  const isUndo = intent === 'undo' && textOf(form, 'act') === 'view'
  if (intent !== 'save-view' && intent !== 'end-view' && !isUndo) return null
  const id = textOf(form, 'id')
  try {
    if (intent === 'end-view') await callApi(page, 'endView', { params: { id } })
    else if (isUndo) await callApi(page, 'undoEndView', { params: { id } })
    else {
      const view = { name: textOf(form, 'viewName'), query: textOf(form, 'query') }
      await callApi(page, 'saveView', { body: { place, page: list, ...view } })
    }
  } catch (error) {
    return refused(form, error, { name: 'viewName' })
  }
  const { undo: _, ...values } = valuesIn(new URL(asked.request.url).searchParams)
  const next = isUndo ? { undo: 'done' } : intent === 'end-view' ? undoOf('view', id, 0) : {}
  return redirect(href(page.tenant, page.locale, list, { mandant: place, ...values, ...next }))
}

const rules: Rules = { viewName: [required, maxLength(40)] }

/** Filters, sort and columns that somebody kept under a name; the search and the page are not kept. */
export function ListViews({
  page,
  views,
  query,
  spec,
}: {
  page: ConsolePage
  views: Views
  query: TableQuery
  spec: TableSpec
}) {
  const t = useTexts('table')
  const { mandant } = useParams()
  const answer = useActionData<FormAnswer | { found: unknown }>()
  const own =
    answer && 'values' in answer && answer.values['intent'] === 'save-view' ? answer : undefined
  const values = tableValues({ ...query, search: '', page: 1 }, spec)
  const here = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  ).toString()
  return (
    <TablePopover id="dt-views" icon={Bookmark} label={t('views')} end>
      {views.length === 0 ? <p className="dt-hint">{t('viewsNone')}</p> : null}
      <ul className="grid gap-1">
        {views.map((view) => (
          <li key={view.id} className="flex items-center justify-between gap-2">
            <PageLink
              page={page}
              values={{ mandant, ...valuesIn(new URLSearchParams(view.query)) }}
              className="dt-view"
              {...(view.query === here ? { 'aria-current': 'true' as const } : {})}
            >
              {view.name}
            </PageLink>
            <RowForm intent="end-view" id={view.id} label={t('viewEndOf', { name: view.name })}>
              {t('viewEnd')}
            </RowForm>
          </li>
        ))}
      </ul>
      <PageForm
        id="save-view"
        rules={rules}
        labels={{ viewName: t('viewName') }}
        answer={own}
        draft={false}
        isShort
      >
        <input type="hidden" name="intent" value="save-view" />
        <input type="hidden" name="query" value={here} />
        <TextField name="viewName" autoComplete="off" hint={t('viewHint')} />
        <SubmitButton kind="secondary">{t('viewSave')}</SubmitButton>
      </PageForm>
    </TablePopover>
  )
}
