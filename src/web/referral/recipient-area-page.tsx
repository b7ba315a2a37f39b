import { Check } from 'lucide-react'
import {
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { openReward, rewardIntent } from './open-reward.ts'
import { useTexts } from '../runtime/texts.ts'
import { track } from '../tracking/track.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { formatDate } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import { isOpening, openLink } from './open-link.tsx'
import { openOwn, referralIn, type Opened, type Own } from './open-own.ts'
import { correctionOf, correctionRules, missingData, OwnData, OwnDataForm } from './own-data.tsx'
import { confirmIntent, OwnConfirm } from './own-confirm.tsx'
import { OwnDelete } from './own-delete.tsx'
import { OwnProblem } from './own-problem.tsx'
import { OwnReward } from './own-reward.tsx'
import { OwnTimeline } from './own-timeline.tsx'
import { resendIntent, sendAgain, type Resent } from './send-again.ts'
import { TextLink } from '../ui/text-link.tsx'
import { LeaveDevice, leaveDevice, leaveIntent, LeftDevice, leftParam } from './leave-device.tsx'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  openOwn(pageOf(context), request)

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (isOpening(form)) return openLink(page, 'recipient', request, 'RecipientArea')
  const query = referralIn(request)
  try {
    switch (textOf(form, 'intent')) {
      case rewardIntent:
        return await openReward(page, query)
      case confirmIntent:
        await callApi(page, 'confirmOwnData', { query })
        return redirect(area(page, { empfehlung: query.referral, saved: 'confirmed' }))
      case resendIntent:
        return await sendAgain(page, form, request)
      case leaveIntent:
        return await leaveDevice(page, 'RecipientArea')
      case 'delete':
        return await remove(page, query)
      default:
        return await correct(page, form, query)
    }
  } catch (error) {
    return refused(form, error, {
      phone: 'phone',
      birthDate: 'birthDate',
      'address.street': 'street',
      'address.houseNumber': 'houseNumber',
      'address.zip': 'zip',
      'address.city': 'city',
    })
  }
}

async function correct(page: PageContext, form: FormData, query: { referral?: string }) {
  const errors = checkForm(form, correctionRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  await callApi(page, 'correctRecipientData', { query, body: correctionOf(form) })
  return redirect(area(page, { empfehlung: query.referral, saved: 'data' }))
}

async function remove(page: PageContext, query: { referral?: string }) {
  const { referralNumber } = await callApi(page, 'showRecipientData', { query })
  const { deleted } = await callApi(page, 'withdrawRecipient', { query })
  if (deleted) await page.endLinks(referralNumber)
  return redirect(
    area(page, deleted ? { geloescht: '1' } : { empfehlung: query.referral, saved: 'delete' }),
  )
}

const area = (page: PageContext, values: Record<string, string | undefined>) =>
  href(page.tenant, page.locale, 'RecipientArea', values)

export function meta({ texts }: MetaArgs<() => Opened>): Meta {
  return { title: texts('own')('area.title'), robots: 'noindex' }
}

export function Component() {
  const { own, missing } = useLoaderData<Opened>()
  const [search] = useSearchParams()
  if (!own && search.has(leftParam)) return <LeftDevice />
  if (!own) return search.has('geloescht') ? <Deleted /> : <OwnProblem kind={missing} />
  return own.owner ? <Area own={own} /> : <Guest own={own} />
}

function Area({ own }: { own: Own }) {
  const [search] = useSearchParams()
  const answered = useActionData<FormAnswer | Resent>()
  const answer = answered && 'values' in answered ? answered : undefined
  const { locale } = usePage()
  const t = useTexts('own')
  const edit = search.get('edit')
  const answerTo = (intent: string) => (answer?.values.intent === intent ? answer : undefined)
  const here = { empfehlung: search.get('empfehlung') ?? undefined }
  if (edit === 'delete') return <OwnDelete own={own} here={here} answer={answerTo('delete')} />
  if (edit === 'data') return <OwnDataForm own={own} here={here} answer={answerTo('data')} />
  return (
    <PageColumn>
      <Head own={own} />
      {search.get('saved') === 'data' ? (
        <Notice tone="success" title={t('data.saved')} live />
      ) : null}
      {own.eraseAskedOn ? (
        <Notice title={t('erase.title', { date: formatDate(own.eraseAskedOn, locale) })}>
          {own.keptFor.map((reason) => (
            <p key={reason}>{t(`kept.${reason}`)}</p>
          ))}
        </Notice>
      ) : null}
      {search.get('saved') === 'confirmed' ? (
        <Notice tone="success" title={t('unconfirmed.done')} live />
      ) : null}
      {own.confirmed ? null : <OwnConfirm own={own} />}
      <Missing own={own} here={here} />
      <OwnReward own={own} answer={answerTo(rewardIntent)} />
      <Progress own={own} />
      <OwnData own={own} here={here} />
      <Card>
        <h2 className="text-xl font-bold">{t('consents.title')}</h2>
        <p className="mt-2">{t(own.termsAgreed ? 'consents.text' : 'consents.newer')}</p>
        <PageLink
          page="RecipientTOSConsent"
          values={here}
          className={`${buttonClass(own.termsAgreed ? 'secondary' : 'primary')} mt-5 w-full md:w-auto`}
        >
          {t('consents.open')}
        </PageLink>
      </Card>
      {own.confirmed && !own.eraseAskedOn ? (
        <Card>
          <h2 className="text-xl font-bold">{t('claim.title')}</h2>
          <p className="mt-2">{t('claim.text')}</p>
          <PageLink
            page="RecipientClaims"
            values={here}
            className={`${buttonClass('secondary')} mt-5 w-full md:w-auto`}
          >
            {t('claim.open')}
          </PageLink>
        </Card>
      ) : null}
      <Leaving own={own} here={here} />
      <LeaveDevice />
    </PageColumn>
  )
}

function Head({ own }: { own: Own }) {
  const t = useTexts('own')
  return (
    <div>
      <h1 className="page-title">
        {own.owner ? t('area.hello', { name: own.firstName }) : t('area.title')}
      </h1>
      <p className="mt-3 text-lg">{t('area.intro', { product: own.productTitle })}</p>
    </div>
  )
}

/** Asked after the offer, and only if the provider's order needs it. */
function Missing({ own, here }: { own: Own; here: { empfehlung: string | undefined } }) {
  const { tenant } = usePage()
  const t = useTexts('own')
  const missing = missingData(tenant, own)
  if (missing.length === 0 || own.eraseAskedOn) return null
  return (
    <Notice title={t('missingData.title', { tenant: tenant.name })}>
      <p>{missing.map((name) => t(`data.${name}`)).join(', ')}</p>
      <TextLink
        page="RecipientArea"
        values={{ ...here, edit: 'data' }}

        preventScrollReset
      >
        {t('missingData.add')}
      </TextLink>
    </Notice>
  )
}

function Progress({ own }: { own: Own }) {
  const t = useTexts('own')
  return (
    <Card>
      <h2 className="mb-5 text-xl font-bold">{t('progress.title')}</h2>
      <OwnTimeline own={own} />
      <Capped own={own} />
      {own.waitsFor === 'conclude-contract' || own.waitsFor === 'confirm-data' ? (
        <a
          href={own.shopUrl}
          className={`${buttonClass()} mt-6 w-full md:w-auto`}
          onClick={() => track('shop-opened')}
        >
          {t('progress.shop')}
        </a>
      ) : null}
    </Card>
  )
}

/** Why the contract earns less than promised, or nothing. */
function Capped({ own: { capped } }: { own: Pick<Own, 'capped'> }) {
  const t = useTexts('own')
  if (!capped) return null
  const { cents, amount, limit } = capped
  return (
    <div className="mt-6">
      <Notice title={cents > 0 ? t('capped.some', { amount }) : t('capped.none')}>
        <p>{t('capped.why', { limit })}</p>
      </Notice>
    </div>
  )
}

function Leaving({ own, here }: { own: Own; here: { empfehlung: string | undefined } }) {
  const { tenant } = usePage()
  const t = useTexts('own')
  const query = here.empfehlung ? `?empfehlung=${encodeURIComponent(here.empfehlung)}` : ''
  const button = `${buttonClass('secondary')} mt-5 w-full md:w-auto`
  const earnings = `/api/v1/${tenant.code}/empfaenger/einnahmen`
  return (
    <>
      {own.reward ? (
        <Card>
          <h2 className="text-xl font-bold">{t('earnings.title')}</h2>
          <p className="mt-2">{t('earnings.text')}</p>
          <p className="flex flex-wrap gap-x-3">
            <a href={`${earnings}/pdf${query}`} download className={button}>
              {t('earnings.pdf')}
            </a>
            <a href={`${earnings}/csv${query}`} download className={button}>
              {t('earnings.file')}
            </a>
          </p>
        </Card>
      ) : null}
      <Card>
        <h2 className="text-xl font-bold">{t('export.title')}</h2>
        <p className="mt-2">{t('export.text')}</p>
        <a href={`/api/v1/${tenant.code}/empfaenger/export${query}`} download className={button}>
          {t('export.submit')}
        </a>
      </Card>
      {own.eraseAskedOn ? null : (
        <Card>
          <h2 className="text-xl font-bold">{t('delete.title')}</h2>
          <p className="mt-2">{t('delete.teaser')}</p>
          <PageLink page="RecipientArea" values={{ ...here, edit: 'delete' }} className={button}>
            {t('delete.open')}
          </PageLink>
        </Card>
      )}
    </>
  )
}

/** Visitors who filled in the form see the status; the rest is for the address's owner. */
function Guest({ own }: { own: Own }) {
  const t = useTexts('own')
  return (
    <PageColumn>
      <Head own={own} />
      <Notice title={t('missing.ownerTitle')}>{t('missing.ownerText')}</Notice>
      <Progress own={own} />
      <LeaveDevice />
    </PageColumn>
  )
}

function Deleted() {
  const t = useTexts('own')
  return (
    <MessagePage
      mark={<Check className="size-10" />}
      title={t('deleted.title')}
      text={t('deleted.text')}
    >
      <PageLink page="Homepage" className={buttonClass()}>
        {t('home')}
      </PageLink>
    </MessagePage>
  )
}
