# failure class: tag-without-value
# tier: static
# description: an evidence tag stands where its value should stand beside it
#
# Speaks only about sections that cite evidence.


def check(item):
    tags = [tag for tag in item['facts']['tags'] if tag['status'] is not None]
    if not tags:
        return 'ABSTAIN'
    return 'CLEAN' if all(tag['valueBeside'] for tag in tags) else 'DRAWBACK'
