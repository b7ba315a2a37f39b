import type { ShouldRevalidateFunctionArgs } from 'react-router'

const conflict = 409

/** Whoever was too late sees what the first one did: the page is read anew after a conflict, which the router does not do by itself. */
export const reloadOnConflict = ({
  actionStatus,
  currentUrl,
  defaultShouldRevalidate,
  formData,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean =>
  // What is shown for a minute changes nothing here, least of all what is typed meanwhile.
  formData?.get('intent') !== 'reveal' &&
  (defaultShouldRevalidate ||
    actionStatus === conflict ||
    // A form of a case that was shown before its address.
    currentUrl.search !== nextUrl.search)
