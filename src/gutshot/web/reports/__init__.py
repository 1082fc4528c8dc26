"""Reports over many flops: what is asked, and the rows of what is done."""
