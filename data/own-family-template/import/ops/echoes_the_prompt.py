# failure class: echo
# tier: static
# description: a long piece of the prompt comes back word for word
#
# Silent where the prompt is short.


def check(item):
    words = item['task']['prompt'].split()
    if len(words) < 12:
        return 'ABSTAIN'
    pieces = (' '.join(words[at : at + 12]) for at in range(0, len(words) - 11, 6))
    output = ' '.join(item['output'].split())
    return 'DRAWBACK' if any(piece in output for piece in pieces) else 'CLEAN'
