import { wire } from 'virtual:wire-office'
import { redirect } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { sellerVerdictWords } from '../../contract/console-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { addressSchemes } from '../../domain/electronic-address.ts'
import { registrationRefusals, type SellerKind } from '../../domain/seller.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { checkForm, maxLength, required, textOf, type Rules } from '../ui/form/rules.ts'
import { attend } from './here.tsx'
import { sellerPages } from './sellers-list.tsx'

addCalls(wire)

export type Seller = AnswerOf<Endpoints['showConsoleAgency']>
export type SellerUser = AnswerOf<Endpoints['showConsoleAgencyUser']>

export const accessActs = ['mail', 'sitzungen', 'passkeys'] as const
export const reasonRules: Rules = { reason: [required, maxLength(500)] }
export const refusalRules: Rules = { refusal: [required], ...reasonRules }

export async function loadSeller(asked: LoaderFunctionArgs, kind: SellerKind) {
  const { context, params } = asked
  const page = pageOf(context)
  const to = {
    tenant: params['mandant'] ?? '',
    params: { id: params[sellerPages[kind].id] ?? '' },
  }
  const seller =
    kind === 'agency'
      ? await callApi(page, 'showConsoleAgency', to)
      : await callApi(page, 'showConsolePartner', to)
  // Another one after each change, so that forms are closed and empty again.
  return { seller, here: await attend(asked, kind, seller.id), key: crypto.randomUUID() }
}

export async function changeSeller(asked: ActionFunctionArgs, kind: SellerKind) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const errors = checkForm(form, intent === 'ablehnen' ? refusalRules : reasonRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  const { record, id: param } = sellerPages[kind]
  const id = params[param] ?? ''
  const reason = textOf(form, 'reason')
  const person = new URL(request.url).searchParams.get('person')
  const back = (done: string) =>
    redirect(
      href(page.tenant, page.locale, record, {
        mandant: tenant,
        [param]: id,
        ...(person ? { person } : {}),
        done,
      }),
    )
  try {
    if (intent === 'erechnung') {
      const addressScheme = addressSchemes.find((one) => one === textOf(form, 'addressScheme'))
      const body = {
        version: Number(textOf(form, 'version')),
        leitwegId: textOf(form, 'leitwegId'),
        addressId: textOf(form, 'addressId'),
        ...(addressScheme ? { addressScheme } : {}),
        reason,
      }
      await callApi(page, 'saveAgencyEInvoice', { tenant, params: { id }, body })
      return back('erechnung')
    }
    const act = accessActs.find((one) => one === intent)
    if (act) {
      const body = { act, reason }
      const { isDone } =
        kind === 'agency'
          ? await callApi(page, 'resetAgencyUser', {
              tenant,
              params: { id, person: person ?? '' },
              body,
            })
          : await callApi(page, 'resetPartner', { tenant, params: { id }, body })
      return back(isDone ? act : 'nichts')
    }
    const verdict = sellerVerdictWords.find((one) => one === intent) ?? 'deaktivieren'
    const refusal = registrationRefusals.find((one) => one === textOf(form, 'refusal'))
    const body = {
      version: Number(textOf(form, 'version')),
      verdict,
      reason,
      ...(verdict === 'ablehnen' && refusal ? { refusal } : {}),
    }
    if (kind === 'agency') await callApi(page, 'decideAgency', { tenant, params: { id }, body })
    else await callApi(page, 'decidePartner', { tenant, params: { id }, body })
    return back(verdict)
  } catch (error) {
    return refused(form, error)
  }
}
