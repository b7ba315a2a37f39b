/**
 * Script for the head of a desk's page. Right after a reload the keys are not live yet, and an Escape pressed at an open record would be
 * lost: it is kept for the list, which is on every page with a record.
 */
export const keepEarlyEscape = `onkeydown=({key})=>{if(key==='Escape'&&document.querySelector('.desk-record'))document.documentElement.dataset.escape=''};`

/** Whether Escape was pressed before the list was live; from now on it listens itself. */
export function tookEarlyEscape(): boolean {
  window.onkeydown = null
  const { dataset } = document.documentElement
  const was = dataset['escape'] !== undefined
  delete dataset['escape']
  return was
}
