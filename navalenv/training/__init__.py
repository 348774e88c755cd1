"""What training scripts share. Needs the extra ``train``."""
