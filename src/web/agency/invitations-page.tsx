import { Info, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { makeQrMatrix } from '../ui/qr-code.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { ShortTable } from '../ui/table/short-table.tsx'
import { TablePopover } from '../ui/table/table-popover.tsx'
import type { TableColumn } from '../ui/table/table-types.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { InvitationCardPage } from './invitation-card.tsx'
import { InvitationPanel, invitedName } from './invitation-record.tsx'
import { changeInvitation, InvitationList, loadInvitations } from './invitation-list.tsx'

/** Invitations and cards; with `karte`, one person's card to print. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const wanted = new URL(request.url).searchParams.get('karte')
  const id = params['nummer']
  const [cards, record] = await Promise.all([
    callApi(page, 'listCards', {}),
    id ? callApi(page, 'showInvitationRecord', { params: { id } }) : null,
  ])
  const card = cards.find(({ employeeNumber }) => employeeNumber === wanted)
  if (!card) return { cards, invitations: await loadInvitations(page, request), card: null, record }
  const [agency, qr] = await Promise.all([callApi(page, 'showAgency', {}), makeQrMatrix(card.link)])
  return {
    cards,
    invitations: null,
    record: null,
    card: { ...card, qr, agencyName: agency.name, phone: agency.phone, hasLogo: agency.hasLogo },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  return changeInvitation(pageOf(context), request, await request.formData(), params['nummer'])
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = loaded?.card
    ? texts('agencyInvite')('card.title', { name: loaded.card.name })
    : [
        loaded?.record
          ? texts('agencyInvite')('record.title', {
              name: invitedName(loaded.record, texts('agencyInvite')('list.forgotten')),
            })
          : [],
        texts('agency')('nav.invitations'),
      ]
        .flat()
        .join(' – ')
  return { title, robots: 'noindex' }
}

export function Component() {
  const { cards, invitations, card, record } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('agencyInvite')
  const title = useTexts('agency')('nav.invitations')
  const cardColumns = useCardColumns()
  if (card) return <InvitationCardPage card={card} />
  return (
    <AgencyFrame
      title={title}
      {...(record
        ? {
            record: <InvitationPanel key={record.invitation.id} record={record} answer={answer} />,
          }
        : {})}
      actions={
        <>
          <TablePopover id="list-help" icon={Info} label={t('list.about')} isIcon>
            <p>{t('invitations.intro')}</p>
          </TablePopover>
          <PageLink
            page="AgencyArea"
            values={{ tab: 'einladen' }}
            className={`${controlClass('primary')} ml-auto`}
          >
            <UserPlus aria-hidden="true" className="size-4" />
            {t('list.invite')}
          </PageLink>
        </>
      }
    >
      {invitations ? (
        <InvitationList list={invitations} answer={answer} open={record?.invitation.id} />
      ) : null}
      <div>
        <h2 className="text-2xl font-bold">{t('card.listTitle')}</h2>
        <p className="mt-2 mb-4 max-w-[44em]">{t('card.listText')}</p>
        <ShortTable
          title={t('card.listTitle')}
          page="AgencyInvitations"
          columns={cardColumns}
          rows={cards}
          idOf={({ employeeNumber }) => employeeNumber}
          nameOf={({ name }) => name}
          none={{ title: t('card.listTitle'), text: t('card.listText') }}
        />
      </div>
    </AgencyFrame>
  )
}

type Card = Awaited<ReturnType<typeof loader>>['cards'][number]

function useCardColumns(): TableColumn<Card>[] {
  const t = useTexts('agencyInvite')
  const number = useTexts('agency')('field.employeeNumber')
  return useMemo(
    () => [
      { id: 'name', title: t('list.employee'), kind: 'person', cell: ({ name }) => name },
      {
        id: 'number',
        title: number,
        card: 'state',
        cell: ({ employeeNumber }) => employeeNumber,
      },
      {
        id: 'acts',
        title: t('list.acts'),
        card: 'acts',
        cell: ({ employeeNumber, name }) => (
          <PageLink
            page="AgencyInvitations"
            values={{ karte: employeeNumber }}
            aria-label={t('card.openFull', { name })}
            className={controlClass()}
          >
            {t('card.open')}
          </PageLink>
        ),
      },
    ],
    [t, number],
  )
}
