class Scene: pass
