# failure class: invented-value
# tier: static
# description: the value beside a tag is not the value of the card it cites
#
# Speaks only about sections with a value beside a tag.


def check(item):
    paired = [tag for tag in item['facts']['tags'] if tag['status'] is not None and tag['valueBeside']]
    if not paired:
        return 'ABSTAIN'
    return 'CLEAN' if all(tag['rightValue'] for tag in paired) else 'DRAWBACK'
