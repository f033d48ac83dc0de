/**
 * The script of one stepper, to stand inside a `<script>`: it finds its own elements that no script has set up yet (an
 * output may be shown twice in a page), hides all steps but one and adds buttons. It holds no `<`.
 */
export function stepperScript(id: string): string {
  return `(() => {
  for (const root of document.querySelectorAll('[data-pawl-stepper="${id}"]:not([data-ready])')) {
    root.setAttribute('data-ready', '');
    root.tabIndex = 0;
    root.setAttribute('role', 'group');
    root.setAttribute('aria-label', 'steps; arrow keys move');
    const steps = [...root.querySelectorAll('[data-pawl-step]')];
    const bar = document.createElement('div');
    bar.style.cssText = 'display:flex;gap:.6em;align-items:center;margin:.3em 0';
    const button = (text, label) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = text;
      made.setAttribute('aria-label', label);
      bar.append(made);
      return made;
    };
    const back = button('\\u25c0', 'step back');
    const place = document.createElement('span');
    place.setAttribute('aria-live', 'polite');
    bar.append(place);
    const next = button('\\u25b6', 'next step');
    root.prepend(bar);
    let at = 0;
    const show = (wanted) => {
      at = Math.max(0, Math.min(steps.length - 1, wanted));
      steps.forEach((step, index) => { step.hidden = index !== at; });
      place.textContent = (at + 1) + ' of ' + steps.length;
      back.disabled = at === 0;
      next.disabled = at === steps.length - 1;
    };
    back.addEventListener('click', () => show(at - 1));
    next.addEventListener('click', () => show(at + 1));
    root.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      show(to);
    });
    show(0);
  }
})();`;
}
