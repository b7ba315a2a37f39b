/**
 * Head script: keeps presses of buttons that do nothing without script, until React can take them. Links and forms need nothing: they open
 * and send by themselves. A form that sends nothing by itself has a hidden button, which Enter presses.
 */
export const keepPresses =
  `{const kept=new Set;const keep=e=>{const b=e.target.closest('button[type=button]:not([popovertarget]),button[hidden]');` +
  `if(b){e.preventDefault();e.stopImmediatePropagation();kept.add(b)}};addEventListener('click',keep,true);` +
  `addEventListener('hydrated',()=>{removeEventListener('click',keep,true);for(const b of kept)b.click()},{once:true})}`

/** Presses them, each once. */
export const pressAgain = () => void dispatchEvent(new Event('hydrated'))
