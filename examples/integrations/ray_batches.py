"""Ray: a Dataset of pages to a Dataset of rows; then files to one file, on a cluster.

    pip install 'maintext[ray]'
    python examples/integrations/ray_batches.py

Here the cluster is this machine. On more machines: ``ray start --head`` on one, ``ray start --address …`` on
the others, inputs and output in a folder that all of them see, and ``maintext batch … --engine ray``.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
import ray.data

from maintext.batch import BatchOptions, run
from maintext.batch.ray import extract_batches

TEXT = "<p>In March it rained all night, and in the morning the river had come up to the bridge.</p>"
PAGES = [
    {"id": f"p{number}", "html": f"<title>Rain {number}</title><nav><a href=/>Home</a></nav>{TEXT}"}
    for number in range(20)
]

if __name__ == "__main__":
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="warning")
    rows = ray.data.from_items(PAGES).map_batches(
        extract_batches, batch_format="pyarrow", fn_kwargs={"page_timeout_s": 10.0}
    )
    found = rows.sort("key").take_all()
    print(len(found), found[0]["key"], found[0]["title"], found[0]["text"][:40])

    with tempfile.TemporaryDirectory() as folder:
        for page in PAGES:
            Path(folder, f"{page['id']}.html").write_text(page["html"], encoding="utf-8")
        report = run([folder], f"{folder}/out.jsonl", batch=BatchOptions(engine="ray", shard_pages=5))
        print(report.to_dict())
    ray.shutdown()
    sys.exit(0 if len(found) == report.counts.n_pages == len(PAGES) else 1)
